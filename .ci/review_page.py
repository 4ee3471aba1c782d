"""Opens a page of `loxodon review --html` in headless Chromium and uses it as a reader would.

Usage: review_page.py PAGE CHROMEDRIVER [FOLDER], with a folder for screenshots.
"""

import pathlib
import sys

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}


def start(driver_path):
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1200,1500"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(driver_path))


def check(is_so, what):
    if not is_so:
        sys.exit(f"review page: {what}")


def pieces(browser):
    """Returns where the pieces stand, as their squares' names."""
    found = browser.find_elements(By.CSS_SELECTOR, "#picture .piece")
    return sorted(piece.get_attribute("data-square") for piece in found)


def chosen(browser):
    """Returns the number of the turn that the list shows as the current one."""
    return browser.find_element(By.CSS_SELECTOR, "li.chosen .number").text


def press(browser, *keys):
    for key in keys:
        ActionChains(browser).send_keys(key).perform()


def use(browser, shots):
    def shoot(name):
        if shots:
            browser.save_screenshot(str(shots / f"{name}.png"))

    turns = browser.find_elements(By.CSS_SELECTOR, "#turns li")
    strips = browser.find_elements(By.CSS_SELECTOR, "#graph .turn")
    check(len(turns) > 20, "the turns are missing")
    check(len(strips) == len(turns), "the graph has not one strip a turn")
    check(len(pieces(browser)) == 32, "the first position has not all pieces")
    check(browser.find_elements(By.CSS_SELECTOR, ".arrow.played"), "the played turn has no arrow")
    first = turns[0].find_element(By.CLASS_NAME, "number").text
    check(chosen(browser) == first, "the first turn is not the current one")
    shoot("first")

    before = pieces(browser)
    press(browser, Keys.ARROW_RIGHT)
    check(pieces(browser) != before, "the right arrow does not move the board")
    check(chosen(browser) != first, "the right arrow does not move the list")
    press(browser, Keys.ARROW_LEFT)
    check(pieces(browser) == before, "the left arrow does not go back")
    press(browser, Keys.END)
    check(not browser.find_elements(By.CSS_SELECTOR, "li.chosen"), "End does not show the last position")
    shoot("last")
    press(browser, Keys.HOME)
    check(pieces(browser) == before, "Home does not go to the first position")

    middle = len(turns) // 2
    ActionChains(browser).move_to_element(strips[middle]).click().perform()
    wanted = turns[middle].find_element(By.CLASS_NAME, "number").text
    check(chosen(browser) == wanted, f"a click on the graph goes to {chosen(browser)}, not to {wanted}")
    said = browser.find_element(By.ID, "said").text
    check(said.startswith(wanted + " "), f"the turn is not described: {said}")
    shoot("middle")

    judged = browser.find_elements(By.CSS_SELECTOR, "li .blunder, li .mistake, li .inaccuracy")
    check(judged, "no turn is judged")
    browser.execute_script("arguments[0].click()", judged[0])
    check(browser.find_elements(By.CSS_SELECTOR, ".arrow.better"), "the better turn has no arrow")
    check("better: " in browser.find_element(By.ID, "said").text, "the better turn is not named")
    shoot("judged")

    place = "return document.querySelector('[data-square=\"e2\"],[data-square]').getAttribute('cy')"
    y = browser.execute_script(place)
    press(browser, "f")
    check(browser.execute_script(place) != y, "f does not turn the board")
    shoot("flipped")
    press(browser, "f")


def use_phone(browser, page, shots):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": dark})
    browser.get(page)
    width = browser.execute_script("return document.documentElement.scrollWidth")
    check(width <= PHONE["width"], f"on a phone the page is {width} pixels wide")
    ground = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    check(ground == "rgb(29, 27, 23)", f"in the dark the page is {ground}")
    if shots:
        browser.save_screenshot(str(shots / "phone.png"))


def main():
    page = pathlib.Path(sys.argv[1]).resolve().as_uri()
    shots = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
    browser = start(sys.argv[2])
    try:
        browser.get(page)
        use(browser, shots)
        use_phone(browser, page, shots)
        complaints = [entry["message"] for entry in browser.get_log("browser")]
        check(not complaints, f"the browser complains: {complaints}")
    finally:
        browser.quit()
    print("the page works")


main()
