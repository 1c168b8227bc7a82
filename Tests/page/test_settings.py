"""Settings that are stored as they are chosen."""

import pytest
from playwright.sync_api import expect


def chosen(page, name):
    return page.locator(f"form[action='/settings/device/{name}'] :checked")


def test_what_is_chosen_is_seen_and_stored_at_once(page):
    page.goto("/settings")
    expect(page.locator(".apply").first).to_be_hidden()
    page.get_by_label("Dark").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("#bar")).to_contain_text("Saved.")
    page.reload()
    expect(chosen(page, "theme")).to_have_value("dark")


def test_arrows_through_the_choices_store_the_last_one(page):
    page.goto("/settings")
    page.get_by_label("Normal").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("html")).to_have_attribute("data-size", "huge")
    expect(page.get_by_label("Very large")).to_be_focused()
    page.reload()
    expect(chosen(page, "size")).to_have_value("huge")


def test_a_value_that_is_refused_is_said_at_its_line_and_what_is_typed_elsewhere_stays(page):
    page.goto("/settings")
    page.get_by_text("Files and folders").click()
    page.locator("#s-timezone").fill("Mars/Olympus")
    page.locator("#s-templates").press_sequentially("Vor")
    expect(page.locator("form[action$='timezone']")).to_contain_text("is no time zone")
    expect(page.locator("#s-templates")).to_have_value("Vor")
    expect(page.locator("#s-timezone")).to_have_value("Mars/Olympus")
    page.locator("#s-timezone").fill("Asia/Tokyo")
    page.locator("#s-timezone").press("Enter")
    expect(page.locator("form[action$='timezone']")).not_to_contain_text("is no time zone")
    page.get_by_role("button", name="Reset: Time zone").click()
    expect(page.locator("#s-timezone")).to_have_value("")


def test_a_list_stays_open_while_its_boxes_are_ticked(page):
    page.goto("/settings")
    page.get_by_text("3 of 9 chosen").click()
    page.get_by_label("Jewish").check()
    expect(page.get_by_text("4 of 9 chosen")).to_be_visible()
    expect(page.get_by_label("Jewish")).to_be_focused()
    page.get_by_label("Jewish").uncheck()
    expect(page.get_by_role("button", name="Reset: Milestones")).to_have_count(0)


def test_without_script_each_line_has_its_button(open_page):
    page = open_page(script=False)
    page.goto("/settings")
    page.get_by_label("Dark").check()
    page.get_by_role("button", name="Save: Colours").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.expects_errors
def test_without_a_server_nothing_is_lost_silently(server, page):
    page.goto("/settings")
    server.kill()
    page.get_by_label("Dark").check()
    expect(page.locator("#bar")).not_to_be_empty()
    server.start()


def test_a_link_lets_one_more_browser_in(page, open_page, axe):
    page.goto("/settings/devices")
    axe(page)
    page.get_by_role("button", name="Add a device").click()
    axe(page)
    link = page.get_by_label("Link").input_value()
    other = open_page(signed_in=False)
    other.goto(link)
    expect(other.get_by_role("link", name="Timeline")).to_be_visible()
    page.goto("/settings/devices")
    outs = page.locator(".items").get_by_role("button", name="Sign out")
    expect(outs).to_have_count(2)
    outs.nth(1).click()
    expect(outs).to_have_count(1)
