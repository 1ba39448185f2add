// The yardstick for contest files: the straightforward solution, written with care for
// speed. It reads the whole input at once, tries all triples of a tableau, leaves a triple
// at the first feature that fails, and collects the output in a large buffer.

#include <cstdio>
#include <string>
#include <vector>

struct Card {
    char text[4];
};

// Three letters are all the same or all different.
static inline bool agree(char a, char b, char c)
{
    return a == b ? b == c : a != c && b != c;
}

static inline bool is_set(const Card &a, const Card &b, const Card &c)
{
    for (int f = 0; f < 4; f++)
        if (!agree(a.text[f], b.text[f], c.text[f])) return false;
    return true;
}

static void print(std::string &out, const Card &card) { out.append(card.text, 4); }

static void solve(const std::vector<Card> &cards, std::string &out)
{
    if (cards.empty()) return;
    out += "CARDS:";
    for (const Card &card : cards) {
        out += ' ';
        print(out, card);
    }
    out += "\nSETS: ";
    int found = 0;
    for (std::size_t i = 0; i < cards.size(); i++)
        for (std::size_t j = i + 1; j < cards.size(); j++)
            for (std::size_t k = j + 1; k < cards.size(); k++)
                if (is_set(cards[i], cards[j], cards[k])) {
                    out += std::to_string(++found);
                    out += ". ";
                    print(out, cards[i]);
                    out += ' ';
                    print(out, cards[j]);
                    out += ' ';
                    print(out, cards[k]);
                    out += '\n';
                }
    if (found == 0) out += "*** None Found ***\n";
    if (out.size() > 1 << 20) {
        fwrite(out.data(), 1, out.size(), stdout);
        out.clear();
    }
}

int main()
{
    std::vector<char> text;
    std::vector<char> block(1 << 20);
    while (std::size_t got = fread(block.data(), 1, block.size(), stdin))
        text.insert(text.end(), block.begin(), block.begin() + got);

    std::vector<Card> cards;
    std::string out;
    const char *at = text.data(), *end = at + text.size();
    while (at < end) {
        const char *line = at;
        while (at < end && *at != '\n') at++;
        if (at - line >= 4) {
            cards.push_back({{line[0], line[1], line[2], line[3]}});
        } else {
            solve(cards, out);
            cards.clear();
        }
        at++;
    }
    solve(cards, out);
    fwrite(out.data(), 1, out.size(), stdout);
}
