"use strict";
(() => {
  const page = document.documentElement;
  const find = (what) => document.querySelector(what);
  const all = (what) => [...document.querySelectorAll(what)];
  const articles = all("article");
  const links = all(".strip a");
  const mistakes = links.flatMap((link, index) => ("mistake" in link.dataset ? [index] : []));
  const reveal = find(".reveal");
  let current = 0;
  let eye = "all";
  let revealed = false;

  const look = () => {
    page.dataset.shown = revealed ? "all" : eye;
    reveal.disabled = eye === "all";
    reveal.setAttribute("aria-pressed", String(revealed));
  };

  const show = (index, isNew = true) => {
    const chosen = Math.max(0, Math.min(articles.length - 1, index));
    articles[current].classList.remove("current");
    links[current].removeAttribute("aria-current");
    current = chosen;
    articles[current].classList.add("current");
    links[current].setAttribute("aria-current", "step");
    // Within the strip only: the page stays where it is.
    const strip = find(".strip ol");
    strip.scrollTop = links[current].offsetTop - strip.offsetTop - strip.clientHeight / 2;
    revealed = false;
    look();
    const name = articles[current].querySelector("h3").textContent;
    find(".place").textContent = `Position ${current + 1} of ${articles.length}: ${name.replace(/^\d+\. /, "")}`;
    find("[data-go=first]").disabled = find("[data-go=previous]").disabled = current === 0;
    find("[data-go=last]").disabled = find("[data-go=next]").disabled = current === articles.length - 1;
    if (isNew) history.replaceState(null, "", `#${articles[current].id}`);
  };

  const go = {
    first: () => show(0),
    previous: () => show(current - 1),
    next: () => show(current + 1),
    last: () => show(articles.length - 1),
    // After the last one, the first again.
    mistake: () => mistakes.length && show(mistakes.find((index) => index > current) ?? mistakes[0]),
  };
  const toggle = () => {
    if (eye === "all") return;
    revealed = !revealed;
    look();
  };
  const at = (hash) => articles.findIndex((article) => `#${article.id}` === hash);

  all("[data-go]").forEach((button) => {
    button.addEventListener("click", () => {
      go[button.dataset.go]();
      // A button that was just switched off would lose the focus.
      if (button.disabled) find("[data-go]:not(:disabled)").focus();
    });
  });
  all("[name=eye]").forEach((choice) => {
    choice.addEventListener("change", () => {
      eye = choice.value;
      revealed = false;
      look();
    });
  });
  reveal.addEventListener("click", toggle);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    const index = link ? at(link.getAttribute("href")) : -1;
    if (index < 0) return;
    event.preventDefault();
    show(index);
    if (link.closest(".strip")) return;
    find(".stepper").scrollIntoView();
    articles[index].focus({ preventScroll: true });
  });
  const keys = { ArrowLeft: go.previous, ArrowRight: go.next, Home: go.first, End: go.last, n: go.mistake, r: toggle };
  document.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    const isTaken = event.ctrlKey || event.altKey || event.metaKey || event.target.matches("[type=radio]");
    // Arrows move between the choices of what is shown; `n` and `r` mean nothing there.
    if (!act || !find(".use-keys").checked || (isTaken && (event.key.length > 1 || event.ctrlKey || event.altKey || event.metaKey))) return;
    event.preventDefault();
    act();
  });
  window.addEventListener("hashchange", () => {
    const index = at(location.hash);
    if (index >= 0) show(index, false);
  });

  all("details[data-eye]").forEach((view) => { view.open = true; });
  all("[name=eye]").forEach((choice) => { choice.checked = choice.value === "all"; });
  page.classList.add("scripted");
  find(".controls").hidden = false;
  show(Math.max(0, at(location.hash)), false);
})();
