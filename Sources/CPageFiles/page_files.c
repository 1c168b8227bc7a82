/* The files of the page, compiled into the program.
 *
 * By the compiler of C, which has a directive for it: as lists of numbers in Swift, as SwiftPM would write them, they take
 * twenty seconds. A file that is new gets three lines and a row here; a test compares the folders with the rows.
 */
#include "page_files.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char avatar_mustache[] = {
#embed "../Page/Templates/avatar.mustache"
};
static const unsigned char back_mustache[] = {
#embed "../Page/Templates/back.mustache"
};
static const unsigned char book_mustache[] = {
#embed "../Page/Templates/book.mustache"
};
static const unsigned char book_choice_mustache[] = {
#embed "../Page/Templates/book-choice.mustache"
};
static const unsigned char book_field_mustache[] = {
#embed "../Page/Templates/book-field.mustache"
};
static const unsigned char book_preview_mustache[] = {
#embed "../Page/Templates/book-preview.mustache"
};
static const unsigned char books_mustache[] = {
#embed "../Page/Templates/books.mustache"
};
static const unsigned char calendar_mustache[] = {
#embed "../Page/Templates/calendar.mustache"
};
static const unsigned char card_mustache[] = {
#embed "../Page/Templates/card.mustache"
};
static const unsigned char categories_mustache[] = {
#embed "../Page/Templates/categories.mustache"
};
static const unsigned char category_form_mustache[] = {
#embed "../Page/Templates/category-form.mustache"
};
static const unsigned char category_row_mustache[] = {
#embed "../Page/Templates/category-row.mustache"
};
static const unsigned char chips_mustache[] = {
#embed "../Page/Templates/chips.mustache"
};
static const unsigned char circles_mustache[] = {
#embed "../Page/Templates/circles.mustache"
};
static const unsigned char comment_mustache[] = {
#embed "../Page/Templates/comment.mustache"
};
static const unsigned char compose_mustache[] = {
#embed "../Page/Templates/compose.mustache"
};
static const unsigned char conflicts_mustache[] = {
#embed "../Page/Templates/conflicts.mustache"
};
static const unsigned char days_mustache[] = {
#embed "../Page/Templates/days.mustache"
};
static const unsigned char devices_mustache[] = {
#embed "../Page/Templates/devices.mustache"
};
static const unsigned char doctor_mustache[] = {
#embed "../Page/Templates/doctor.mustache"
};
static const unsigned char drafts_mustache[] = {
#embed "../Page/Templates/drafts.mustache"
};
static const unsigned char elapsed_mustache[] = {
#embed "../Page/Templates/elapsed.mustache"
};
static const unsigned char empty_mustache[] = {
#embed "../Page/Templates/empty.mustache"
};
static const unsigned char error_mustache[] = {
#embed "../Page/Templates/error.mustache"
};
static const unsigned char filter_mustache[] = {
#embed "../Page/Templates/filter.mustache"
};
static const unsigned char first_steps_mustache[] = {
#embed "../Page/Templates/first-steps.mustache"
};
static const unsigned char foot_mustache[] = {
#embed "../Page/Templates/foot.mustache"
};
static const unsigned char fragment_mustache[] = {
#embed "../Page/Templates/fragment.mustache"
};
static const unsigned char grid_mustache[] = {
#embed "../Page/Templates/grid.mustache"
};
static const unsigned char head_mustache[] = {
#embed "../Page/Templates/head.mustache"
};
static const unsigned char help_mustache[] = {
#embed "../Page/Templates/help.mustache"
};
static const unsigned char history_mustache[] = {
#embed "../Page/Templates/history.mustache"
};
static const unsigned char import_mustache[] = {
#embed "../Page/Templates/import.mustache"
};
static const unsigned char import_plan_mustache[] = {
#embed "../Page/Templates/import-plan.mustache"
};
static const unsigned char import_run_mustache[] = {
#embed "../Page/Templates/import-run.mustache"
};
static const unsigned char log_mustache[] = {
#embed "../Page/Templates/log.mustache"
};
static const unsigned char login_mustache[] = {
#embed "../Page/Templates/login.mustache"
};
static const unsigned char map_mustache[] = {
#embed "../Page/Templates/map.mustache"
};
static const unsigned char me_mustache[] = {
#embed "../Page/Templates/me.mustache"
};
static const unsigned char media_mustache[] = {
#embed "../Page/Templates/media.mustache"
};
static const unsigned char member_comment_mustache[] = {
#embed "../Page/Templates/member-comment.mustache"
};
static const unsigned char member_entry_mustache[] = {
#embed "../Page/Templates/member-entry.mustache"
};
static const unsigned char member_foot_mustache[] = {
#embed "../Page/Templates/member-foot.mustache"
};
static const unsigned char member_head_mustache[] = {
#embed "../Page/Templates/member-head.mustache"
};
static const unsigned char member_letter_mustache[] = {
#embed "../Page/Templates/member-letter.mustache"
};
static const unsigned char member_months_mustache[] = {
#embed "../Page/Templates/member-months.mustache"
};
static const unsigned char member_note_mustache[] = {
#embed "../Page/Templates/member-note.mustache"
};
static const unsigned char member_photo_mustache[] = {
#embed "../Page/Templates/member-photo.mustache"
};
static const unsigned char member_timeline_mustache[] = {
#embed "../Page/Templates/member-timeline.mustache"
};
static const unsigned char merge_mustache[] = {
#embed "../Page/Templates/merge.mustache"
};
static const unsigned char milestones_mustache[] = {
#embed "../Page/Templates/milestones.mustache"
};
static const unsigned char note_mustache[] = {
#embed "../Page/Templates/note.mustache"
};
static const unsigned char order_mustache[] = {
#embed "../Page/Templates/order.mustache"
};
static const unsigned char past_mustache[] = {
#embed "../Page/Templates/past.mustache"
};
static const unsigned char people_mustache[] = {
#embed "../Page/Templates/people.mustache"
};
static const unsigned char person_edit_mustache[] = {
#embed "../Page/Templates/person-edit.mustache"
};
static const unsigned char person_fields_mustache[] = {
#embed "../Page/Templates/person-fields.mustache"
};
static const unsigned char person_mustache[] = {
#embed "../Page/Templates/person.mustache"
};
static const unsigned char photos_mustache[] = {
#embed "../Page/Templates/photos.mustache"
};
static const unsigned char pic_mustache[] = {
#embed "../Page/Templates/pic.mustache"
};
static const unsigned char results_mustache[] = {
#embed "../Page/Templates/results.mustache"
};
static const unsigned char scrubber_mustache[] = {
#embed "../Page/Templates/scrubber.mustache"
};
static const unsigned char search_mustache[] = {
#embed "../Page/Templates/search.mustache"
};
static const unsigned char settings_mustache[] = {
#embed "../Page/Templates/settings.mustache"
};
static const unsigned char sizes_mustache[] = {
#embed "../Page/Templates/sizes.mustache"
};
static const unsigned char stats_mustache[] = {
#embed "../Page/Templates/stats.mustache"
};
static const unsigned char status_mustache[] = {
#embed "../Page/Templates/status.mustache"
};
static const unsigned char steps_mustache[] = {
#embed "../Page/Templates/steps.mustache"
};
static const unsigned char tags_mustache[] = {
#embed "../Page/Templates/tags.mustache"
};
static const unsigned char tile_mustache[] = {
#embed "../Page/Templates/tile.mustache"
};
static const unsigned char timeline_mustache[] = {
#embed "../Page/Templates/timeline.mustache"
};
static const unsigned char today_mustache[] = {
#embed "../Page/Templates/today.mustache"
};
static const unsigned char tracker_card_mustache[] = {
#embed "../Page/Templates/tracker-card.mustache"
};
static const unsigned char tracker_mustache[] = {
#embed "../Page/Templates/tracker.mustache"
};
static const unsigned char trackers_mustache[] = {
#embed "../Page/Templates/trackers.mustache"
};
static const unsigned char trash_mustache[] = {
#embed "../Page/Templates/trash.mustache"
};
static const unsigned char viewer_mustache[] = {
#embed "../Page/Templates/viewer.mustache"
};
static const unsigned char audio_js[] = {
#embed "../Page/Assets/audio.js"
};
static const unsigned char books_css[] = {
#embed "../Page/Assets/books.css"
};
static const unsigned char calendar_css[] = {
#embed "../Page/Assets/calendar.css"
};
static const unsigned char categories_css[] = {
#embed "../Page/Assets/categories.css"
};
static const unsigned char compose_css[] = {
#embed "../Page/Assets/compose.css"
};
static const unsigned char compose_js[] = {
#embed "../Page/Assets/compose.js"
};
static const unsigned char drafts_js[] = {
#embed "../Page/Assets/drafts.js"
};
static const unsigned char files_js[] = {
#embed "../Page/Assets/files.js"
};
static const unsigned char finding_css[] = {
#embed "../Page/Assets/finding.css"
};
static const unsigned char first_steps_css[] = {
#embed "../Page/Assets/first-steps.css"
};
static const unsigned char icon_192_png[] = {
#embed "../Page/Assets/icon-192.png"
};
static const unsigned char icon_512_png[] = {
#embed "../Page/Assets/icon-512.png"
};
static const unsigned char icon_maskable_png[] = {
#embed "../Page/Assets/icon-maskable.png"
};
static const unsigned char icons_svg[] = {
#embed "../Page/Assets/icons.svg"
};
static const unsigned char import_js[] = {
#embed "../Page/Assets/import.js"
};
static const unsigned char maintenance_css[] = {
#embed "../Page/Assets/maintenance.css"
};
static const unsigned char long_js[] = {
#embed "../Page/Assets/long.js"
};
static const unsigned char maintenance_js[] = {
#embed "../Page/Assets/maintenance.js"
};
static const unsigned char map_js[] = {
#embed "../Page/Assets/map.js"
};
static const unsigned char mark_svg[] = {
#embed "../Page/Assets/mark.svg"
};
static const unsigned char marks_js[] = {
#embed "../Page/Assets/marks.js"
};
static const unsigned char me_css[] = {
#embed "../Page/Assets/me.css"
};
static const unsigned char member_css[] = {
#embed "../Page/Assets/member.css"
};
static const unsigned char notify_js[] = {
#embed "../Page/Assets/notify.js"
};
static const unsigned char part_js[] = {
#embed "../Page/Assets/part.js"
};
static const unsigned char outbox_js[] = {
#embed "../Page/Assets/outbox.js"
};
static const unsigned char page_css[] = {
#embed "../Page/Assets/page.css"
};
static const unsigned char page_js[] = {
#embed "../Page/Assets/page.js"
};
static const unsigned char pen_js[] = {
#embed "../Page/Assets/pen.js"
};
static const unsigned char people_css[] = {
#embed "../Page/Assets/people.css"
};
static const unsigned char place_js[] = {
#embed "../Page/Assets/place.js"
};
static const unsigned char pictures_css[] = {
#embed "../Page/Assets/pictures.css"
};
static const unsigned char places_css[] = {
#embed "../Page/Assets/places.css"
};
static const unsigned char recent_js[] = {
#embed "../Page/Assets/recent.js"
};
static const unsigned char record_js[] = {
#embed "../Page/Assets/record.js"
};
static const unsigned char scenes_svg[] = {
#embed "../Page/Assets/scenes.svg"
};
static const unsigned char serif_bold_woff2[] = {
#embed "../Page/Assets/serif-bold.woff2"
};
static const unsigned char serif_italic_woff2[] = {
#embed "../Page/Assets/serif-italic.woff2"
};
static const unsigned char serif_regular_woff2[] = {
#embed "../Page/Assets/serif-regular.woff2"
};
static const unsigned char settings_css[] = {
#embed "../Page/Assets/settings.css"
};
static const unsigned char settings_js[] = {
#embed "../Page/Assets/settings.js"
};
static const unsigned char sort_js[] = {
#embed "../Page/Assets/sort.js"
};
static const unsigned char sw_js[] = {
#embed "../Page/Assets/sw.js"
};
static const unsigned char sheet_js[] = {
#embed "../Page/Assets/sheet.js"
};
static const unsigned char spot_js[] = {
#embed "../Page/Assets/spot.js"
};
static const unsigned char talk_css[] = {
#embed "../Page/Assets/talk.css"
};
static const unsigned char trackers_css[] = {
#embed "../Page/Assets/trackers.css"
};
static const unsigned char then_js[] = {
#embed "../Page/Assets/then.js"
};
static const unsigned char trackers_js[] = {
#embed "../Page/Assets/trackers.js"
};
static const unsigned char upload_js[] = {
#embed "../Page/Assets/upload.js"
};
static const unsigned char viewer_js[] = {
#embed "../Page/Assets/viewer.js"
};
static const unsigned char words_json[] = {
#embed "../Page/Assets/words.json"
};
static const unsigned char world_svg[] = {
#embed "../Page/Assets/world.svg"
};
static const unsigned char openapi_json[] = {
#embed "../../docs/openapi.json"
};

#define ROW(name, bytes) {name, bytes, sizeof bytes}

static const struct tl_page_file rows[] = {
    ROW("avatar.mustache", avatar_mustache),
    ROW("back.mustache", back_mustache),
    ROW("book.mustache", book_mustache),
    ROW("book-choice.mustache", book_choice_mustache),
    ROW("book-field.mustache", book_field_mustache),
    ROW("book-preview.mustache", book_preview_mustache),
    ROW("books.mustache", books_mustache),
    ROW("calendar.mustache", calendar_mustache),
    ROW("card.mustache", card_mustache),
    ROW("categories.mustache", categories_mustache),
    ROW("category-form.mustache", category_form_mustache),
    ROW("category-row.mustache", category_row_mustache),
    ROW("chips.mustache", chips_mustache),
    ROW("circles.mustache", circles_mustache),
    ROW("comment.mustache", comment_mustache),
    ROW("compose.mustache", compose_mustache),
    ROW("conflicts.mustache", conflicts_mustache),
    ROW("days.mustache", days_mustache),
    ROW("devices.mustache", devices_mustache),
    ROW("doctor.mustache", doctor_mustache),
    ROW("drafts.mustache", drafts_mustache),
    ROW("elapsed.mustache", elapsed_mustache),
    ROW("empty.mustache", empty_mustache),
    ROW("error.mustache", error_mustache),
    ROW("filter.mustache", filter_mustache),
    ROW("first-steps.mustache", first_steps_mustache),
    ROW("foot.mustache", foot_mustache),
    ROW("fragment.mustache", fragment_mustache),
    ROW("grid.mustache", grid_mustache),
    ROW("head.mustache", head_mustache),
    ROW("help.mustache", help_mustache),
    ROW("history.mustache", history_mustache),
    ROW("import-plan.mustache", import_plan_mustache),
    ROW("import-run.mustache", import_run_mustache),
    ROW("import.mustache", import_mustache),
    ROW("log.mustache", log_mustache),
    ROW("login.mustache", login_mustache),
    ROW("map.mustache", map_mustache),
    ROW("me.mustache", me_mustache),
    ROW("media.mustache", media_mustache),
    ROW("member-comment.mustache", member_comment_mustache),
    ROW("member-entry.mustache", member_entry_mustache),
    ROW("member-foot.mustache", member_foot_mustache),
    ROW("member-head.mustache", member_head_mustache),
    ROW("member-letter.mustache", member_letter_mustache),
    ROW("member-months.mustache", member_months_mustache),
    ROW("member-note.mustache", member_note_mustache),
    ROW("member-photo.mustache", member_photo_mustache),
    ROW("member-timeline.mustache", member_timeline_mustache),
    ROW("merge.mustache", merge_mustache),
    ROW("milestones.mustache", milestones_mustache),
    ROW("note.mustache", note_mustache),
    ROW("order.mustache", order_mustache),
    ROW("past.mustache", past_mustache),
    ROW("people.mustache", people_mustache),
    ROW("person-edit.mustache", person_edit_mustache),
    ROW("person-fields.mustache", person_fields_mustache),
    ROW("person.mustache", person_mustache),
    ROW("photos.mustache", photos_mustache),
    ROW("pic.mustache", pic_mustache),
    ROW("results.mustache", results_mustache),
    ROW("scrubber.mustache", scrubber_mustache),
    ROW("search.mustache", search_mustache),
    ROW("settings.mustache", settings_mustache),
    ROW("sizes.mustache", sizes_mustache),
    ROW("stats.mustache", stats_mustache),
    ROW("status.mustache", status_mustache),
    ROW("steps.mustache", steps_mustache),
    ROW("tags.mustache", tags_mustache),
    ROW("tile.mustache", tile_mustache),
    ROW("timeline.mustache", timeline_mustache),
    ROW("today.mustache", today_mustache),
    ROW("tracker-card.mustache", tracker_card_mustache),
    ROW("tracker.mustache", tracker_mustache),
    ROW("trackers.mustache", trackers_mustache),
    ROW("trash.mustache", trash_mustache),
    ROW("viewer.mustache", viewer_mustache),
    ROW("audio.js", audio_js),
    ROW("long.js", long_js),
    ROW("maintenance.css", maintenance_css),
    ROW("maintenance.js", maintenance_js),
    ROW("books.css", books_css),
    ROW("calendar.css", calendar_css),
    ROW("categories.css", categories_css),
    ROW("compose.css", compose_css),
    ROW("compose.js", compose_js),
    ROW("drafts.js", drafts_js),
    ROW("files.js", files_js),
    ROW("finding.css", finding_css),
    ROW("first-steps.css", first_steps_css),
    ROW("icon-192.png", icon_192_png),
    ROW("icon-512.png", icon_512_png),
    ROW("icon-maskable.png", icon_maskable_png),
    ROW("icons.svg", icons_svg),
    ROW("import.js", import_js),
    ROW("map.js", map_js),
    ROW("mark.svg", mark_svg),
    ROW("marks.js", marks_js),
    ROW("me.css", me_css),
    ROW("member.css", member_css),
    ROW("notify.js", notify_js),
    ROW("part.js", part_js),
    ROW("outbox.js", outbox_js),
    ROW("page.css", page_css),
    ROW("page.js", page_js),
    ROW("pen.js", pen_js),
    ROW("people.css", people_css),
    ROW("place.js", place_js),
    ROW("pictures.css", pictures_css),
    ROW("places.css", places_css),
    ROW("recent.js", recent_js),
    ROW("record.js", record_js),
    ROW("scenes.svg", scenes_svg),
    ROW("serif-bold.woff2", serif_bold_woff2),
    ROW("serif-italic.woff2", serif_italic_woff2),
    ROW("serif-regular.woff2", serif_regular_woff2),
    ROW("settings.css", settings_css),
    ROW("settings.js", settings_js),
    ROW("sort.js", sort_js),
    ROW("sheet.js", sheet_js),
    ROW("spot.js", spot_js),
    ROW("talk.css", talk_css),
    ROW("trackers.css", trackers_css),
    ROW("then.js", then_js),
    ROW("trackers.js", trackers_js),
    ROW("sw.js", sw_js),
    ROW("upload.js", upload_js),
    ROW("viewer.js", viewer_js),
    ROW("words.json", words_json),
    ROW("world.svg", world_svg),
    ROW("openapi.json", openapi_json),
};

const struct tl_page_file *tl_page_file(size_t index) {
  return index < sizeof rows / sizeof *rows ? &rows[index] : NULL;
}
