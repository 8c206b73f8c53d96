import { API_BASE, formatCount, IMPORT_MEGABYTES, IMPORT_ROWS, type ProductImport, staffPaths } from '@mela/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { dataQuery } from '../../../lib/query-keys.ts'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { Spinner, Together } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { Time } from '../../../ui/time.tsx'
import { toastRefusal } from '../../../ui/toast.tsx'
import { Section } from '../layout/section.tsx'
import { productLinks } from '../products/products.api.ts'
import { ImportReport } from './import-report.tsx'

const everything = `${API_BASE}/products/export`

export function ImportPage() {
  const [params] = useSearchParams()
  const importId = params.get('import')

  return (
    <Section title="Import Products" links={productLinks} isNarrow>
      {importId ? (
        <ImportReport key={importId} importId={importId} />
      ) : (
        <>
          <DropZone />
          <RecentAndGuide />
        </>
      )}
    </Section>
  )
}

function RecentAndGuide() {
  const imports = useQuery(recentImportsQuery())

  return (
    <Together queries={[imports]} loading={<Skeleton className="appear-late h-40 rounded-tile" />}>
      <RecentImports imports={imports.data ?? []} />
      <ImportGuide />
    </Together>
  )
}

function RecentImports({ imports }: { imports: readonly ProductImport[] }) {
  if (imports.length === 0) return null
  return (
    <section aria-labelledby="recent-imports" className="grid gap-3">
      <h2 id="recent-imports" className="type-h3">
        Recent imports
      </h2>
      <ul className="rounded-tile border border-line bg-surface">
        {imports.map(({ _id, fileName, createdAt, state, written }) => (
          <li
            key={_id}
            className="flex min-h-15 flex-wrap items-center justify-between gap-x-6 border-line px-5 py-2 not-last:border-b"
          >
            <Link
              to={staffPaths.productImport(_id)}
              className="wrap-anywhere inline-flex min-h-11 items-center font-semibold underline-offset-3 hover:underline"
            >
              {fileName}
            </Link>
            <span className="text-ink-2 tabular-nums">
              <span>{`${written} written${state === 'running' ? ' so far' : ''}, `}</span>
              <Time value={createdAt} style="date-time" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ImportGuide() {
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
          another field that may be empty, and takes away a variant’s SKU, barcode, picture, or own price, content or
          weight.
        </li>
        <li>
          On sale and Active are yes or no. A new product without On sale is on sale when it has a lower Sale price;
          without Active it is inactive, and without a Stock it has none. A category is named by its slug, its name or a
          path such as Drinks &gt; Tea; one that the shop has not is added. Products without one go where you say in the
          preview.
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

function DropZone() {
  const navigate = useNavigate()
  const check = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.append('file', file)
      return call('POST /imports', { form })
    },
    onSuccess: ({ data }) => navigate(staffPaths.productImport(data._id)),
    onError: error => toastRefusal(error, 'Something went wrong, please try again.'),
  })

  return (
    <FileDrop
      accept=".csv,text/csv"
      aria-busy={check.isPending}
      onFiles={([file]) => file && !check.isPending && check.mutate(file)}
      className="cursor-pointer rounded-tile! bg-surface py-12!"
    >
      {check.isPending ? <Spinner className="size-8" /> : <FileSpreadsheet className="size-8 stroke-[1.25]" />}
      <span className="type-ui text-ink">
        {check.isPending ? 'Checking the file…' : 'Choose a CSV file, or drop it here'}
      </span>
      <span className="type-small">
        Up to <span>{formatCount(IMPORT_ROWS)}</span> rows and {IMPORT_MEGABYTES} MB. Nothing is changed before you have
        seen what it would do.
      </span>
    </FileDrop>
  )
}

export const recentImportsQuery = () => ({ ...dataQuery('GET /imports'), staleTime: 0 })
