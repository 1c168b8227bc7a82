/* The files of what is published, compiled into the program as those of the page are (page_files.c).
 *
 * A file that is new gets three lines and a row here; a test compares the folders with the rows.
 */
#include "page_files.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char book_article_mustache[] = {
#embed "../Publishing/Templates/book-article.mustache"
};
static const unsigned char book_row_mustache[] = {
#embed "../Publishing/Templates/book-row.mustache"
};
static const unsigned char book_mustache[] = {
#embed "../Publishing/Templates/book.mustache"
};
static const unsigned char epub_nav_mustache[] = {
#embed "../Publishing/Templates/epub-nav.mustache"
};
static const unsigned char epub_package_mustache[] = {
#embed "../Publishing/Templates/epub-package.mustache"
};
static const unsigned char epub_page_mustache[] = {
#embed "../Publishing/Templates/epub-page.mustache"
};
static const unsigned char book_classic_css[] = {
#embed "../Publishing/Assets/book-classic.css"
};
static const unsigned char book_grid_css[] = {
#embed "../Publishing/Assets/book-grid.css"
};
static const unsigned char book_modern_css[] = {
#embed "../Publishing/Assets/book-modern.css"
};
static const unsigned char book_preview_css[] = {
#embed "../Publishing/Assets/book-preview.css"
};
static const unsigned char book_playful_css[] = {
#embed "../Publishing/Assets/book-playful.css"
};
static const unsigned char book_css[] = {
#embed "../Publishing/Assets/book.css"
};
static const unsigned char epub_css[] = {
#embed "../Publishing/Assets/epub.css"
};
static const unsigned char card_mustache[] = {
#embed "../Publishing/Templates/card.mustache"
};
static const unsigned char foot_mustache[] = {
#embed "../Publishing/Templates/foot.mustache"
};
static const unsigned char front_mustache[] = {
#embed "../Publishing/Templates/front.mustache"
};
static const unsigned char head_mustache[] = {
#embed "../Publishing/Templates/head.mustache"
};
static const unsigned char lines_mustache[] = {
#embed "../Publishing/Templates/lines.mustache"
};
static const unsigned char missing_mustache[] = {
#embed "../Publishing/Templates/missing.mustache"
};
static const unsigned char names_mustache[] = {
#embed "../Publishing/Templates/names.mustache"
};
static const unsigned char note_mustache[] = {
#embed "../Publishing/Templates/note.mustache"
};
static const unsigned char search_mustache[] = {
#embed "../Publishing/Templates/search.mustache"
};
static const unsigned char single_mustache[] = {
#embed "../Publishing/Templates/single.mustache"
};
static const unsigned char text_mustache[] = {
#embed "../Publishing/Templates/text.mustache"
};
static const unsigned char search_js[] = {
#embed "../Publishing/Assets/search.js"
};
static const unsigned char site_css[] = {
#embed "../Publishing/Assets/site.css"
};

#define ROW(name, bytes) {name, bytes, sizeof bytes}

static const struct tl_page_file rows[] = {
    ROW("book-article.mustache", book_article_mustache),
    ROW("book-row.mustache", book_row_mustache),
    ROW("book.mustache", book_mustache),
    ROW("epub-nav.mustache", epub_nav_mustache),
    ROW("epub-package.mustache", epub_package_mustache),
    ROW("epub-page.mustache", epub_page_mustache),
    ROW("book-classic.css", book_classic_css),
    ROW("book-grid.css", book_grid_css),
    ROW("book-modern.css", book_modern_css),
    ROW("book-preview.css", book_preview_css),
    ROW("book-playful.css", book_playful_css),
    ROW("book.css", book_css),
    ROW("epub.css", epub_css),
    ROW("card.mustache", card_mustache),
    ROW("foot.mustache", foot_mustache),
    ROW("front.mustache", front_mustache),
    ROW("head.mustache", head_mustache),
    ROW("lines.mustache", lines_mustache),
    ROW("missing.mustache", missing_mustache),
    ROW("names.mustache", names_mustache),
    ROW("note.mustache", note_mustache),
    ROW("search.mustache", search_mustache),
    ROW("single.mustache", single_mustache),
    ROW("text.mustache", text_mustache),
    ROW("search.js", search_js),
    ROW("site.css", site_css),
};

const struct tl_page_file *tl_published_file(size_t index) {
  return index < sizeof rows / sizeof *rows ? &rows[index] : NULL;
}
