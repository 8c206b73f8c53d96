import { type ProductCard, paths, productPath, textPath } from '@mela/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { dataQuery } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Picture } from '../../../ui/picture.tsx'
import { SelectBox } from '../../../ui/select.tsx'
import { type FieldText, TextField } from '../../../ui/text-field.tsx'
import { staffCategoriesQuery, staffCollectionsQuery } from '../categories/categories.api.ts'

interface Target {
  path: string
  label: string
  isDisabled?: boolean
}

const PRODUCT = 'product'
const FIXED: Target[] = [
  { path: paths.home, label: 'Home' },
  { path: paths.sale, label: 'Sale' },
  { path: paths.searchBase, label: 'All products' },
]

/** A link that is typed, or chosen among the pages, categories, collections and products of the shop. Must be inside a `Form`. */
export function LinkField({ name, ...text }: FieldText & { name: string }) {
  const { setValue } = useFormContext()
  const typed = String(useWatch({ name }) ?? '').trim()
  const [isSearching, setIsSearching] = useState(false)
  const groups = useTargets()
  const isOffered = groups.some(({ targets }) => targets.some(({ path }) => path === typed))

  function handleChoose(path: string) {
    setIsSearching(path === PRODUCT)
    if (path && path !== PRODUCT) setValue(name, path, { shouldDirty: true, shouldValidate: true })
  }

  return (
    <div className="grid gap-2">
      <TextField name={name} {...text} autoComplete="off" />
      <SelectBox
        aria-label={`${text.label}: choose`}
        value={isSearching ? PRODUCT : isOffered ? typed : ''}
        onChange={({ target }) => handleChoose(target.value)}
        placeholder="Choose a page of the shop"
      >
        {groups.map(({ name, targets }) => (
          <optgroup key={name} label={name}>
            {targets.map(({ path, label, isDisabled }) => (
              <option key={path} value={path} disabled={isDisabled}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
        <option value={PRODUCT}>A product …</option>
      </SelectBox>
      {isSearching && (
        <ProductSearch label="Search the product" chosen={[]} onAdd={product => handleChoose(productPath(product))} />
      )}
    </div>
  )
}

function useTargets(): { name: string; targets: Target[] }[] {
  const pages = usePageOptions() ?? []
  const { data: categories = [] } = useQuery(staffCategoriesQuery())
  const { data: collections = [] } = useQuery(staffCollectionsQuery())
  const targetOf = (pathOf: (slug: string) => string) => (list: { slug: string; name: string; isHidden: boolean }) => ({
    path: pathOf(list.slug),
    label: list.isHidden ? `${list.name} (hidden)` : list.name,
    isDisabled: list.isHidden,
  })
  const groups = [
    { name: 'Pages', targets: [...FIXED, ...pages] },
    { name: 'Categories', targets: categories.map(targetOf(paths.category)) },
    { name: 'Collections', targets: collections.map(targetOf(paths.collection)) },
  ]
  return groups.filter(({ targets }) => targets.length > 0)
}

/** Pages to choose from, with the names that menus show; drafts cannot be chosen, and say so. */
export function usePageOptions() {
  const shop = useShop()
  const nameOf = (title: string) => title.replaceAll('{{shop.name}}', shop.name)
  const pages = useQuery(dataQuery('GET /pages/staff', { query: { size: 100 } }))
  return pages.data?.map(({ _id, slug, title, isPublished }) => ({
    ...{ value: _id, path: textPath(slug), isDisabled: !isPublished },
    label: isPublished ? nameOf(title) : `${nameOf(title)} (draft: publish it first)`,
  }))
}

interface ProductSearchProps {
  label: string
  chosen: readonly string[]
  onAdd: (product: ProductCard) => void
}

/** Finds products by what is typed; each that is found is a button. */
export function ProductSearch({ label, chosen, onAdd }: ProductSearchProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const { data = [] } = useQuery({
    ...dataQuery('GET /products', { query: { keyword, page: 1, size: 8, view: 'card' } }),
    placeholderData: keepPreviousData,
  })
  const found = data.filter(({ _id }) => !chosen.includes(_id))

  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="type-ui">
        {label}
      </label>
      <input
        dir="auto"
        id={id}
        type="search"
        value={typed}
        maxLength={100}
        autoComplete="off"
        placeholder="Search products"
        onChange={event => setTyped(event.currentTarget.value)}
        // Enter would submit the surrounding form and save the settings.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        className="control"
      />
      <ul aria-label="Products found" className="grid max-h-72 gap-1 overflow-y-auto">
        {found.map(product => (
          <li key={product._id}>
            <button
              type="button"
              aria-label={`Add ${product.name}`}
              className="flex min-h-11 w-full items-center gap-3 rounded-control p-1.5 text-left transition-colors hover:bg-ink/6"
              onClick={() => onAdd(product)}
            >
              <Picture picture={product.thumbnail} alt="" sizes="40px" className="size-10! shrink-0 rounded-control" />
              <span dir="auto" className="wrap-anywhere grow">
                {product.name}
              </span>
              <Plus className="size-4.5 shrink-0 text-ink-3" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
