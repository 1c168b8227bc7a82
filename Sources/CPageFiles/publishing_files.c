/* The files of what is published, compiled into the program as those of the page are (page_files.c).
 *
 * A file that is new gets three lines and a row here; a test compares the folders with the rows.
 */
#include "publishing_files.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

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

static const struct tl_published_file rows[] = {
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

const struct tl_published_file *tl_published_file(size_t index) {
  return index < sizeof rows / sizeof *rows ? &rows[index] : NULL;
}
