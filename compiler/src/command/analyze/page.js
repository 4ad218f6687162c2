// Shows one turn at a time. Without this script, the page shows all turns.
const turns = [...document.querySelectorAll("section")];
const [nav, said] = ["nav", ".said"].map((selector) => document.querySelector(selector));
let at = 0;

function show(next) {
  at = Math.max(0, Math.min(turns.length - 1, next));
  turns.forEach((turn, index) => turn.classList.toggle("current", index === at));
  const here = `#${turns[at].id}`;
  for (const link of document.querySelectorAll("a[href^='#turn-']")) {
    if (link.getAttribute("href") === here) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  nav.querySelector("output").textContent = `${at + 1} of ${turns.length}`;
}

function say() {
  const parts = turns[at].querySelectorAll("h2, .turn > div > p");
  said.textContent = [...parts].map((part) => part.textContent).join(". ");
}

function step(next) {
  show(next);
  history.replaceState(null, "", `#${turns[at].id}`);
  say();
}

const named = () => turns.findIndex(({ id }) => `#${id}` === location.hash);
const steps = { Home: () => 0, ArrowLeft: () => at - 1, ArrowRight: () => at + 1, End: () => turns.length - 1 };

if (turns.length > 0) {
  document.body.classList.add("stepping");
  nav.hidden = false;
  show(named());
  nav.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button) step(steps[button.value]());
  });
  addEventListener("hashchange", () => {
    if (named() < 0) return;
    show(named());
    nav.scrollIntoView();
    say();
  });
  addEventListener("keydown", (event) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (!Object.hasOwn(steps, key) || altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    step(steps[key]());
  });
  let start = null;
  const point = ({ changedTouches: [{ clientX, clientY }] }) => [clientX, clientY];
  addEventListener("touchstart", (event) => {
    // A wide table scrolls by swipes.
    const isFree = event.touches.length === 1 && event.target.closest("section") && !event.target.closest(".scroll");
    start = isFree ? point(event) : null;
  }, { passive: true });
  addEventListener("touchend", (event) => {
    if (!start) return;
    const [x, y] = point(event).map((value, index) => value - start[index]);
    if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? at + 1 : at - 1);
    start = null;
  });
}
