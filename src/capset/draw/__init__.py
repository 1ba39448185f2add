"""Cards and tableaus drawn.

``svg`` has whole documents and ``parts`` what web pages are made of; ``terminal`` draws with
rich, and is the only one to import it. All share ``style``, what a card shows and how it is
called, ``layout`` and ``shapes``.
"""
