/* The yardstick for counting: the 66 pairs of a tableau, a table of third cards,
   and a byte table of the cards that are present. Built as a shared library.      */

#include <stdint.h>

enum { DECK = 81, FEATURES = 4, VALUES = 3 };

static uint8_t third[DECK][DECK];

void prepare(void)
{
    for (int a = 0; a < DECK; a++) {
        for (int b = 0; b < DECK; b++) {
            int card = 0;
            for (int feature = 0, weight = 1, x = a, y = b; feature < FEATURES;
                 feature++, weight *= VALUES, x /= VALUES, y /= VALUES) {
                card += weight * ((2 * VALUES - x % VALUES - y % VALUES) % VALUES);
            }
            third[a][b] = card;
        }
    }
}

/* Each set is met once for each of its three pairs. */
void count_sets(const uint8_t *cards, int64_t tableaus, int size, int64_t *counts)
{
    uint8_t present[DECK] = {0};
    for (int64_t t = 0; t < tableaus; t++, cards += size) {
        int64_t met = 0;
        for (int i = 0; i < size; i++) present[cards[i]] = 1;
        for (int i = 0; i < size; i++) {
            for (int j = i + 1; j < size; j++) met += present[third[cards[i]][cards[j]]];
        }
        for (int i = 0; i < size; i++) present[cards[i]] = 0;
        counts[t] = met / 3;
    }
}
