// node demo/art/render.mjs [id,id...] [--size 1200] [--jitters 8] [--view 0,1,2] [--out dir] [--png 1]
import http from 'node:http';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import sharp from 'sharp';
const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const arg = (n, d) => {
  const i = process.argv.indexOf('--' + n);
  return i > 0 ? process.argv[i + 1] : d;
};
const filter = process.argv[2]?.startsWith('--') ? '' : (process.argv[2] ?? '');
const out = arg('out', path.join(root, 'out')),
  size = +arg('size', 1200),
  passes = +arg('jitters', 8),
  view = arg('view', '');
const limit = 90 * 1024; // open weaves compress badly: give up a little quality rather than bytes
fs.mkdirSync(out, { recursive: true });
const types = { '.js': 'text/javascript', '.html': 'text/html' };
const server = http
  .createServer((q, r) => {
    const f = path.join(root, decodeURIComponent(q.url.split('?')[0]));
    if (!fs.existsSync(f)) {
      r.writeHead(404).end();
      return;
    }
    r.setHeader('content-type', types[path.extname(f)] ?? 'text/plain');
    fs.createReadStream(f).pipe(r);
  })
  .listen(0, '127.0.0.1');
const port = server.address().port;
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  protocolTimeout: 600000,
  args: [
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--use-gl=angle',
    '--enable-unsafe-swiftshader',
    '--ignore-gpu-blocklist',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const page = await browser.newPage();
page.on('console', (m) => console.log('[page]', m.text()));
page.on('pageerror', (e) => console.error(e));
await page.goto(`http://127.0.0.1:${port}/demo/art/index.html`);
await page.waitForFunction('window.ready', { timeout: 60000 });
const jobs = await page.evaluate((f) => window.list(f), filter);
for (const id of jobs)
  for (const v of view ? view.split(',').map(Number) : [0, 1, 2]) {
    const t = Date.now();
    const url = await page.evaluate((a) => window.render(...a), [id, v, size, passes]);
    if (!url) continue;
    const png = Buffer.from(url.split(',')[1], 'base64');
    let quality = 78,
      webp;
    do webp = await sharp(png).webp({ quality, effort: 6 }).toBuffer();
    while (webp.length > limit && (quality -= 4) >= 66);
    fs.writeFileSync(`${out}/${id}-${v + 1}.webp`, webp);
    if (arg('png', ''))
      await sharp(png)
        .png()
        .toFile(`${out}/${id}-${v + 1}.png`);
    console.log(`${id}-${v + 1}`, `${((Date.now() - t) / 1000).toFixed(1)} s`, `${(webp.length / 1024).toFixed(0)} kB`);
  }
await browser.close();
server.close();
