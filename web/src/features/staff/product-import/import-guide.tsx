import { API_BASE } from '@mela/contract'

const everything = `${API_BASE}/products/export`

/** The format of the file. */
export function ImportGuide() {
  return (
    <div className="grid max-w-[65ch] gap-3 text-ink-2">
      <h2 className="type-h3 text-ink">How it works</h2>
      <p>
        Start from{' '}
        <a href={everything} download className="text-ink underline underline-offset-3">
          the file of all products
        </a>
        : its first row names the columns, and you may leave out any of them but those that a new product needs.
      </p>
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>
          A row with an Id changes that product. A row without Id and Handle changes the product that has its SKU; where
          none has, it creates one, and the preview says where a product with its name is there already.
        </li>
        <li>
          A product with options has a row for each variant, with the same Id, or with the same Handle in new products;
          only the first one has the product’s own cells. Variants that no row names stay.
        </li>
        <li>
          What is left empty stays as it is, or takes its default in a new product. A hyphen empties a gallery or
          another field that may be empty, and takes away a variant’s SKU, barcode, picture or own price.
        </li>
        <li>
          On sale and Active are yes or no; without Active a new product is inactive, and without a Stock it has none. A
          category is named by its slug, its name or a path such as Drinks &gt; Tea; one that the shop has not is added.
          Products without one go where you say in the preview.
        </li>
        <li>
          Stock at export and Movement at export are for the shop to read: what was sold since then stays sold. Leave
          both as they are. Without them a Stock counts as it stands.
        </li>
        <li>
          Pictures are named by their id or their name in Media, or by a web address that begins with https:// and that
          the shop fetches after the import; those of a gallery are separated by |. A product may have none.
        </li>
        <li>
          A product file of Shopify or WooCommerce can be imported as it is, with its tags, vendors and texts for search
          engines. Shopify’s handles become addresses. A product weighs what its first variant does. The preview names
          the columns that are not taken. Choosing the file again creates nothing twice.
        </li>
        <li>
          Choosing a file of your own again finds the products by Id, Handle or SKU; without these it creates them a
          second time. In the preview you may leave the products that are there as they are.
        </li>
      </ul>
    </div>
  )
}
