// The part of WebDriver that the test of the page uses: https://www.w3.org/TR/webdriver2/

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** A window of a browser. */
export class Browser {
  /** Opens a window of this size in pixels; emulates a phone if `isPhone`. */
  static async open(server, { width, height, isPhone = false }) {
    const phone = { deviceMetrics: { width, height, pixelRatio: 2, touch: true, mobile: true } };
    const options = {
      args: ['--headless=new', '--no-sandbox', '--disable-gpu', `--window-size=${width},${height}`],
      ...(isPhone ? { mobileEmulation: phone } : {}),
    };
    const browser = new Browser(server);
    const { sessionId } = await browser.ask('POST', '', {
      capabilities: { alwaysMatch: { 'goog:chromeOptions': options, 'goog:loggingPrefs': { browser: 'ALL' } } },
    });
    browser.session = `/${sessionId}`;
    return browser;
  }

  constructor(server) {
    this.server = server;
    this.session = '';
  }

  async ask(method, path, body) {
    const response = await fetch(`${this.server}/session${this.session}${path}`, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const { value } = await response.json();
    if (value?.error) throw new Error(`${method} ${path}: ${value.message}`);
    return value;
  }

  async close() { await this.ask('DELETE', ''); }

  async go(url) { await this.ask('POST', '/url', { url }); }

  /** Calls a function in the page, and returns its result. */
  async run(script, ...args) {
    return this.ask('POST', '/execute/sync', { script: `return (${script})(...arguments)`, args });
  }

  async element(selector) {
    const found = await this.ask('POST', '/element', { using: 'css selector', value: selector });
    return found[ELEMENT];
  }

  async elements(selector) {
    const found = await this.ask('POST', '/elements', { using: 'css selector', value: selector });
    return found.map((each) => each[ELEMENT]);
  }

  async click(selector) { await this.ask('POST', `/element/${await this.element(selector)}/click`); }

  async type(selector, text) { await this.ask('POST', `/element/${await this.element(selector)}/value`, { text }); }

  async clear(selector) { await this.ask('POST', `/element/${await this.element(selector)}/clear`); }

  async label(element) { return this.ask('GET', `/element/${element}/computedlabel`); }

  async role(element) { return this.ask('GET', `/element/${element}/computedrole`); }

  async text(selector) { return this.ask('GET', `/element/${await this.element(selector)}/text`); }

  /** Presses keys in the focused element. Special keys are the code points of `KEYS`. */
  async keys(...keys) {
    const actions = keys.flatMap((key) => [{ type: 'keyDown', value: key }, { type: 'keyUp', value: key }]);
    await this.ask('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async shifted(key) {
    const actions = [
      { type: 'keyDown', value: KEYS.shift }, { type: 'keyDown', value: key }, { type: 'keyUp', value: key },
      { type: 'keyUp', value: KEYS.shift },
    ];
    await this.ask('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async hover(selector) {
    const origin = { [ELEMENT]: await this.element(selector) };
    const actions = [{ type: 'pointerMove', duration: 10, x: 0, y: 0, origin }];
    await this.ask('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  /** Sends a command of the Chrome DevTools Protocol: https://chromedevtools.github.io/devtools-protocol/ */
  async tool(cmd, params) { return this.ask('POST', '/goog/cdp/execute', { cmd, params }); }

  async screenshot() { return Buffer.from(await this.ask('GET', '/screenshot'), 'base64'); }

  /** Messages on the page's console, among them errors and violations of its security policy. */
  async log() { return this.ask('POST', '/se/log', { type: 'browser' }); }
}

/** Waits until a condition holds. Fails after half a minute, which is long enough for a busy computer. */
export async function until(condition, holds) {
  for (let tries = 0; tries < 600; tries++) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`never true: ${condition}`);
}

export const KEYS = {
  backspace: '\uE003', tab: '\uE004', enter: '\uE007', shift: '\uE008', left: '\uE012', up: '\uE013', right: '\uE014',
  down: '\uE015', home: '\uE011', end: '\uE010', delete: '\uE017', escape: '\uE00C',
};
