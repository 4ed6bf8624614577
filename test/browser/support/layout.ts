import type { Page } from '@playwright/test';

/**
 * Layout faults, in words: text beyond the edges, overlapping text, a page that scrolls sideways.
 * Measures the whole page, which must not move.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(faultsInPage);
}

/** The same, as a function for any driver to run in the page. */
export function faultsInPage(): string[] {
  type Line = { words: string; owner: Element; box: DOMRect };
  const faults: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`scrolls sideways: ${scrollWidth} in ${clientWidth}`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines: Line[] = [];
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const owner = node.parentElement;
    if (!owner || !owner.checkVisibility({ visibilityProperty: true }) || !node.textContent?.trim()) continue;
    if (/inset/.test(getComputedStyle(owner).clipPath)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      // Letters fill about the middle half of their line box.
      const letters = new DOMRect(box.x, box.y + box.height * 0.25, box.width, box.height * 0.5);
      lines.push({ words: node.textContent.trim(), owner, box: letters });
    }
  }
  for (const { words, box } of lines) {
    if (box.left < -1 || box.right > clientWidth + 1) faults.push(`beyond the edge: ${words}`);
  }
  lines.forEach((one, at) => {
    for (const other of lines.slice(at + 1)) {
      if (one.owner === other.owner) continue;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (wide > 1 && high > 1) faults.push(`over each other: ${one.words} / ${other.words}`);
    }
  });
  for (const element of document.querySelectorAll('main *, header *, footer *')) {
    const { overflowX, overflowY } = getComputedStyle(element);
    const hides = overflowX === 'hidden' || overflowY === 'hidden';
    const isTiny = element.clientWidth <= 1;
    if (hides && !isTiny && element.scrollHeight > element.clientHeight + 1)
      faults.push(`clipped: ${element.className}`);
  }
  return [...new Set(faults)];
}

/** A visitor's own style, as from text spacing bookmarklets and add-ons. */
export async function addVisitorStyle(page: Page, css: string): Promise<void> {
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

/**
 * Other visible faults: a word broken across lines (also at a hyphen, as in "e-mail"), and a placeholder that
 * does not fit its field. An address may be longer than any line.
 */
export async function wordFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      const owner = node.parentElement;
      if (!owner?.checkVisibility({ visibilityProperty: true })) continue;
      if (/inset/.test(getComputedStyle(owner).clipPath)) continue;
      for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
        if (word.includes('@')) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) faults.push(`broken: ${word}`);
      }
    }
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (!context) throw new Error('no canvas');
    for (const field of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
      const { font, letterSpacing } = getComputedStyle(field);
      Object.assign(context, { font, letterSpacing });
      const { width } = context.measureText(field.placeholder);
      if (width > field.clientWidth) faults.push(`cut: ${field.placeholder}`);
    }
    return faults;
  });
}

/** Words that overlap a drawing: a bob, an arc, the teeth of the rake. Smaller drawings are icons. */
export async function drawingFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const points: DOMPoint[] = [];
    for (const drawing of document.querySelectorAll<SVGSVGElement>('main svg')) {
      if (drawing.getBoundingClientRect().width < 60 || !drawing.checkVisibility()) continue;
      for (const shape of drawing.querySelectorAll<SVGGeometryElement>('path, circle')) {
        const onScreen = shape.getScreenCTM() ?? new DOMMatrix();
        const length = shape.getTotalLength();
        for (let at = 0; at <= 100; at += 1)
          points.push(
            DOMPoint.fromPoint(shape.getPointAtLength((length * at) / 100)).matrixTransform(onScreen),
          );
      }
    }
    const faults = new Set<string>();
    const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode);
      for (const { left, right, top, height } of range.getClientRects()) {
        // Letters fill about the middle half of their line box.
        const isOn = ({ x, y }: DOMPoint) =>
          x > left && x < right && y > top + height * 0.25 && y < top + height * 0.75;
        if (points.some(isOn)) faults.add(`on a drawing: ${texts.currentNode.textContent}`);
      }
    }
    return [...faults];
  });
}
