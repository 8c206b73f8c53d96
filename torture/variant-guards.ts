import type { Guard } from './guard.ts'

const STOCK = 'server/src/orders/order-stock.repository.ts'
const BASELINE = 'server/src/database/migrations/0001_baseline.sql'
const STAFF_TESTS = 'src/catalog-admin'

/** Guards of variants: their stock, rows and search terms (ADR 0038). Without any of them some test must fail. */
export const variantGuards: Guard[] = [
  {
    name: 'variants that sell out at once wait for each other',
    tests: 'src/products/variants',
    file: BASELINE,
    without: ['perform from product_index where product_id = product for no key update;', ''],
  },
  {
    name: 'a line is of a variant of its product',
    tests: 'src/orders/variants',
    file: 'server/src/orders/priced-lines.ts',
    without: ['id === line.product && variant === line.variant', 'id && variant === line.variant'],
  },
  {
    name: 'an inactive or deleted variant is not sold',
    tests: 'src/orders/variants',
    file: STOCK,
    without: [`products.deleted_at is null and \${isSold}`, 'products.deleted_at is null'],
  },
  {
    name: 'an order locks its variants alone',
    tests: 'src/orders/variants',
    file: STOCK,
    without: [
      ".where('variant_id', '=', anyOf(ids))",
      `.where('product_id', '=', sql<string>\`any(\${wanted.map(line => line.product)}::text[])\`)`,
    ],
  },
  {
    name: 'variants are locked in one order',
    tests: 'src/orders/lock-order',
    file: STOCK,
    without: [".orderBy('variant_id').forUpdate()", '.orderBy(sql`random()`).forUpdate()'],
  },
  {
    name: 'variants are read after the lock of their stock',
    tests: 'src/orders/waiting-orders',
    file: STOCK,
    without: [
      `await stock.orderBy('variant_id').forUpdate().execute()
  const rows = await pricedRows(db, ids)`,
      `const rows = await pricedRows(db, ids)
  await stock.orderBy('variant_id').forUpdate().execute()`,
    ],
  },
  {
    name: 'a chosen variant that a save deletes is replaced',
    tests: 'src/orders/waiting-orders',
    file: 'server/src/orders/orders.service.ts',
    without: ['product.isActive && quantity <= product.stock', 'quantity <= product.stock'],
  },
  {
    name: 'a save locks its product before the stock of it',
    tests: 'src/catalog-admin/replaced-variants',
    file: 'server/src/catalog-admin/staff-products.repository.ts',
    without: ["await products.orderBy('id').forNoKeyUpdate().execute()", 'void products'],
  },
  {
    name: 'units are taken in the order of products',
    tests: 'src/orders/lock-order',
    file: STOCK,
    without: ['lines.toSorted((a, b) => (a.product.id < b.product.id ? -1 : 1))', '[...lines]'],
  },
  {
    name: 'units are returned in the order of products',
    tests: 'src/orders/lock-order',
    file: STOCK,
    without: ["and reason = 'order' order by product_id", "and reason = 'order'"],
  },
  {
    name: 'the choice of a variant leaves alone what other lines name',
    tests: 'src/orders/variants',
    file: STOCK,
    without: ['stock.quantity - coalesce(other.quantity, 0)', 'stock.quantity'],
  },
  {
    name: 'a chosen variant that was sold meanwhile is replaced',
    tests: 'src/orders/variants',
    file: 'server/src/orders/orders.service.ts',
    without: [
      'if (again.every(({ variant }, index) => variant === chosen[index]?.variant)) return lines',
      'if (again) return lines',
    ],
  },
  {
    name: 'limits of units count all variants of a product',
    tests: 'src/orders/order-limits',
    file: 'server/src/orders/quote.ts',
    without: ['lines.filter(({ product }) => product.id === line.product.id)', '[line]'],
  },
  {
    name: 'a product begins with a variant',
    tests: 'src/products/variants',
    file: BASELINE,
    without: ['insert into variants (id, product_id, position) select id, id, 0 from added;', ''],
  },
  {
    name: 'two variants of a product differ in their options',
    tests: 'src/products/variants',
    file: BASELINE,
    without: ['create unique index variants_option_values_key', 'create index variants_option_values_key'],
  },
  {
    name: 'a SKU is of one variant',
    tests: 'src/products/variants',
    file: BASELINE,
    without: ['create unique index variants_sku_key', 'create index variants_sku_key'],
  },
  {
    name: 'a SKU of another product is refused at its row',
    tests: STAFF_TESTS,
    file: 'server/src/catalog-admin/staff-variants.repository.ts',
    without: ['if (errors.length > 0) throw skuTaken(Object.fromEntries(errors))', 'void errors'],
  },
  {
    name: 'stock movements are of a variant of their product',
    tests: 'src/products/variants',
    file: BASELINE,
    without: [
      'constraint stock_ledger_variant_id_fkey foreign key (variant_id, product_id) references variants (id, product_id)',
      'constraint stock_ledger_variant_id_fkey foreign key (variant_id) references variants (id)',
    ],
  },
  {
    name: 'a variant that was changed meanwhile is refused at its row',
    tests: STAFF_TESTS,
    file: 'server/src/catalog-admin/write-product.ts',
    without: [
      'const isOutdated = version !== undefined && version !== versions.get(_id)',
      'const isOutdated = !versions',
    ],
  },
  {
    name: "a variant's stock changes by the difference",
    tests: STAFF_TESTS,
    file: 'server/src/catalog-admin/plan-variants.ts',
    without: ['const delta = stock - baseStock', 'const delta = stock - units'],
  },
  {
    name: 'units that were counted before a sale are not given to other variants',
    tests: STAFF_TESTS,
    file: 'server/src/catalog-admin/write-product.ts',
    without: ['if (isMoved && (baseStock ?? old.stock) !== old.stock) throw outdatedCount()', 'void isMoved'],
  },
  {
    name: 'the stock that is sent when the options go is that of the variant that stays',
    tests: 'src/catalog-admin/replaced-variants',
    file: 'server/src/catalog-admin/plan-variants.ts',
    without: ['(stock === baseStock && !isOfVariant)', 'stock === baseStock'],
  },
  {
    name: "an imported stock keeps the sales of the row's variant",
    tests: 'src/imports/variant-rows',
    file: 'server/src/imports/variant-cells.ts',
    without: ['variantSales.get(variant._id) ?? 0', '0'],
  },
  {
    name: 'in stock means the chosen size',
    tests: 'src/search/option-filters',
    file: 'server/src/search/product-index.repository.ts',
    without: ["inStock ? 'stocked_set' : 'offered_set'", "'offered_set'"],
  },
  {
    name: 'in stock means the chosen size, among the products of a keyword',
    tests: 'src/search/option-filters',
    file: 'server/src/search/product-index.repository.ts',
    without: ['inStock ? sets.map(id => -id) : sets', 'sets'],
  },
  {
    name: 'one variant has all chosen options',
    tests: 'src/search/option-filters',
    file: 'server/src/search/option-sets.repository.ts',
    without: ['values.map(value => ({ ...variant, ...one(name, value) }))', 'values.map(value => one(name, value))'],
  },
  {
    name: 'a set of options that was found stays until the commit',
    tests: 'src/search/option-filters',
    file: BASELINE,
    without: ['lock table option_sets in row exclusive mode;', ''],
  },
  {
    name: 'lists go by what active variants cost',
    tests: 'src/products/variant-prices',
    file: 'server/src/database/migrations/0004_variant_prices.sql',
    without: ['variants.is_active and variants.deleted_at is null', 'variants.deleted_at is null'],
  },
  {
    name: 'lists follow the prices of variants',
    tests: 'src/products/variant-prices',
    file: 'server/src/database/migrations/0004_variant_prices.sql',
    without: ['where (was.price_cents, was.on_sale', 'where false and (was.price_cents, was.on_sale'],
  },
]
