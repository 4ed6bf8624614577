// usage: CHROME_PATH=<chromium> node lighthouse.mjs <address> [flags]; one mobile run, its scores as JSON.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const [address, ...chromeFlags] = process.argv.slice(2);
const chrome = await launch({ chromeFlags: ['--headless=new', ...chromeFlags] });
try {
  const { lhr } = await lighthouse(address, { port: chrome.port, logLevel: 'error', output: 'json' });
  const scores = Object.fromEntries(
    Object.entries(lhr.categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
  );
  const failed = Object.values(lhr.audits)
    .filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
    .map(({ id }) => id);
  const time = (id) => lhr.audits[id].numericValue;
  console.log(
    JSON.stringify({
      version: lhr.lighthouseVersion,
      scores,
      firstPaint: time('first-contentful-paint'),
      largestPaint: time('largest-contentful-paint'),
      blocking: time('total-blocking-time'),
      shift: time('cumulative-layout-shift'),
      failed,
    }),
  );
} finally {
  await chrome.kill();
}
