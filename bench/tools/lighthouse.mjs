// usage: CHROME_PATH=<chromium> [COOKIE=<cookie>] node lighthouse.mjs <address> [flags]; one mobile run, its scores as JSON.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const [address, ...chromeFlags] = process.argv.slice(2);
const { COOKIE } = process.env;
const extraHeaders = COOKIE ? { Cookie: COOKIE } : {};
const chrome = await launch({ chromeFlags: ['--headless=new', ...chromeFlags] });
try {
  const { lhr } = await lighthouse(address, { port: chrome.port, logLevel: 'error', output: 'json', extraHeaders });
  const scores = Object.fromEntries(
    Object.entries(lhr.categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
  );
  const counted = Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  const failed = counted.map(({ id }) => id).filter((id) => (lhr.audits[id].score ?? 1) < 0.9);
  console.log(JSON.stringify({ version: lhr.lighthouseVersion, scores, failed }));
} finally {
  await chrome.kill();
}
