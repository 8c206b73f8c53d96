// node demo/art/sheet.mjs: contact-sheet.png, the banner and the first picture of every product in catalogue.json.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
const here = path.dirname(fileURLToPath(import.meta.url)),
  picture = (f) => path.join(here, '../pictures', f),
  columns = 6,
  cell = 200,
  { products } = JSON.parse(fs.readFileSync(path.join(here, '../catalogue.json'), 'utf8')),
  banner = path.join(here, '../../web/src/assets/banner.webp'),
  hasBanner = fs.existsSync(banner),
  top = hasBanner ? 800 : 0;
const tiles = products.map(async (p, i) => ({
  input: await sharp(picture(p.pictures[0]))
    .resize(cell - 4)
    .toBuffer(),
  left: (i % columns) * cell + 2,
  top: top + Math.floor(i / columns) * cell + 2,
}));
if (hasBanner)
  tiles.push({
    input: await sharp(banner)
      .resize(columns * cell, top, { position: 'bottom' })
      .toBuffer(),
    left: 0,
    top: 0,
  });
await sharp({
  create: { width: columns * cell, height: top + Math.ceil(products.length / columns) * cell, channels: 3, background: '#fff' },
})
  .composite(await Promise.all(tiles))
  .png({ palette: true, quality: 90, effort: 9 })
  .toFile(path.join(here, 'contact-sheet.png'));
