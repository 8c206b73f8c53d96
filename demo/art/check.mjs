// node demo/art/check.mjs: does catalogue.json keep the limits, and does every picture exist at the right size?
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
const here = path.dirname(fileURLToPath(import.meta.url)),
  { categories, products } = JSON.parse(fs.readFileSync(path.join(here, '../catalogue.json'), 'utf8')),
  problems = [],
  must = (ok, text) => ok || problems.push(text),
  unique = (list, what) => must(new Set(list).size === list.length, `${what} not unique`),
  count = (f) => products.filter(f).length;
let bytes = 0;
unique(
  products.map((p) => p.id),
  'ids',
);
unique(
  products.map((p) => p.name),
  'names',
);
unique(
  products.flatMap((p) => p.pictures),
  'pictures',
);
unique(
  categories.map((c) => c.slug),
  'slugs',
);
for (const p of products) {
  const words = p.description.split(/\s+/).length;
  must(p.name.length >= 5, `${p.id}: name`);
  must(p.description.length >= 50 && words >= 60 && words <= 120, `${p.id}: description has ${words} words`);
  must(
    categories.some((c) => c.slug === p.category),
    `${p.id}: category`,
  );
  must(p.price > 0 && Number.isInteger(Math.round(p.price * 1e6) / 1e4), `${p.id}: price`);
  must(p.onSale === (p.salePrice !== null), `${p.id}: sale`);
  if (p.onSale)
    must(
      p.salePrice <= p.price * 0.85 && p.salePrice >= p.price * 0.65,
      `${p.id}: ${(100 - (100 * p.salePrice) / p.price).toFixed(1)} % off`,
    );
  must(Number.isInteger(p.stock) && p.stock >= 0, `${p.id}: stock`);
  const shown = p.colours ? 4 : 3;
  must(p.pictures.length === shown && p.altTexts.length === shown, `${p.id}: ${shown} pictures, as many texts`);
  for (const { picture } of p.colours ?? []) must(p.pictures.includes(picture), `${p.id}: ${picture}`);
  for (const f of p.pictures) {
    const file = path.join(here, '../pictures', f);
    if (!fs.existsSync(file)) {
      problems.push(`${f} is missing`);
      continue;
    }
    const { width, height, format } = await sharp(file).metadata(),
      size = fs.statSync(file).size;
    bytes += size;
    must(width === 1200 && height === 1200 && format === 'webp', `${f}: ${width} x ${height} ${format}`);
    must(size < 100_000, `${f}: ${size} bytes`);
  }
  unique(
    p.reviews.map((r) => r.author),
    `${p.id}: authors`,
  );
  for (const r of p.reviews) {
    must(r.title.length >= 10, `${p.id}: title "${r.title}"`);
    must(r.comment.length >= 20, `${p.id}: comment "${r.comment}"`);
    must(Number.isInteger(r.rating) && r.rating >= 1 && r.rating <= 5, `${p.id}: rating`);
    must(/^\S+ \S+$/.test(r.author), `${p.id}: author "${r.author}"`);
  }
}
const reviews = products.flatMap((p) => p.reviews);
console.log(
  `${products.length} products (${categories.map((c) => `${c.slug} ${count((p) => p.category === c.slug)}`).join(', ')}),`,
  `${count((p) => p.onSale)} on sale, ${count((p) => !p.isActive)} inactive, stock 0: ${count((p) => !p.stock)}, 1-10: ${count((p) => p.stock > 0 && p.stock <= 10)};`,
  `${reviews.length} reviews on ${count((p) => p.reviews.length)} products by ${new Set(reviews.map((r) => r.author)).size} authors,`,
  `mean ${(reviews.reduce((s, r) => s + r.rating, 0) / reviews.length).toFixed(2)}; ${(bytes / 1e6).toFixed(2)} MB`,
);
if (problems.length) {
  console.error(problems.join('\n'));
  process.exit(1);
}
