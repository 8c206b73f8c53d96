import {
  formatCount,
  hasThirdDecimal,
  PRODUCT_FIELDS,
  type ProductField,
  type ProductFieldName,
  productFieldNames,
  TWO_DECIMALS,
} from '@mela/contract'
import { refused } from '../../platform/http/errors.ts'
import type { Fields } from '../product-fields.ts'
import { type Cells, COLUMNS, type Column, type Errors, GALLERY_SEPARATOR, NOTHING, unguarded } from './columns.ts'
import type { Known } from './lookups.ts'

const YES_OR_NO = new Map(Object.entries({ yes: true, true: true, '1': true, no: false, false: false, '0': false }))

export function yesOrNo(column: string, cell: string, errors: Errors): boolean | undefined {
  const value = YES_OR_NO.get(cell.toLowerCase())
  if (value === undefined) errors[column] ??= 'This must be yes or no.'
  return value
}

/** Refuses a third decimal, as the form does: '1.250' may mean 1,250 as well as 1.25. */
export function amountIn(column: string, cell: string, errors: Errors): string {
  if (hasThirdDecimal(cell)) errors[column] ??= TWO_DECIMALS
  return cell
}

export function pictureOf(
  column: string,
  called: string,
  { media, mediaIds }: Known,
  errors: Errors,
): string | undefined {
  const key = called.toLowerCase()
  const ids = mediaIds.has(key) ? [key] : (media.get(key) ?? []).map(({ _id }) => _id)
  if (ids.length === 0) errors[column] ??= `There is no picture “${called.slice(0, 60)}”.`
  if (ids.length > 1) errors[column] ??= `Several pictures are called “${called.slice(0, 60)}”. Use the id.`
  return ids[0]
}

const READ_ELSEWHERE: readonly ProductFieldName[] = ['stock', 'category', 'thumbnail', 'gallery']

export function readFields(cells: Cells, known: Known, errors: Errors): Partial<Fields> {
  const given = productFieldNames.filter(name => cells[name] && !READ_ELSEWHERE.includes(name))
  const sent = given.map(name => [name, readCell(PRODUCT_FIELDS[name], cells[name] ?? '', errors)])
  return { ...Object.fromEntries(sent), ...readPictures(cells, known, errors) }
}

/** A file without a column On sale means its sale prices: a new product with one is on sale. */
export const isReduced = ({ price, salePrice }: { price?: unknown; salePrice?: unknown }): boolean =>
  Number(salePrice) > 0 && Number(salePrice) < Number(price ?? Number.POSITIVE_INFINITY)

function readCell({ kind, label, ...field }: ProductField, cell: string, errors: Errors): unknown {
  if (cell === NOTHING && field.default === null) return null
  if (kind === 'text') return unguarded(cell)
  if (kind === 'flag') return yesOrNo(label, cell, errors)
  if (kind === 'amount') return amountIn(label, cell, errors)
  return cell
}

/** Shopify's taxonomy has eight. */
const MOST_LEVELS = 20

export const categoryIds = (categories: { id: string; name: string; slug: string }[]) => ({
  byName: new Map(categories.map(({ name, id }) => [categoryKey(name), id])),
  bySlug: new Map(categories.map(({ slug, id }) => [slug, id])),
})

export const categoryKey = (name: string) => categoryNameIn(name).toLowerCase()

/** The last known name of a path such as 'Clothing > Shirts' counts; the shop's own files may have a slug. */
export function categoryIn(
  cell: string,
  { byName, bySlug }: ReturnType<typeof categoryIds>,
  { isForeign, newParent }: Pick<ProductRows, 'isForeign' | 'newParent'>,
): string | undefined {
  const levels = cell.split('>').slice(-MOST_LEVELS).reverse()
  const names = [cell, ...(newParent ? levels.slice(0, 1) : levels)]
  const named = names.map(name => byName.get(categoryKey(name))).find(Boolean)
  return named ?? (isForeign ? undefined : bySlug.get(cell.trim()))
}

const MOST_PICTURES = 200

function readPictures({ thumbnail = '', gallery = '' }: Cells, known: Known, errors: Errors) {
  const pictures = picturesIn(gallery)
  if (pictures.length > MOST_PICTURES)
    errors[COLUMNS.gallery] ??= `A gallery can have ${MOST_PICTURES} pictures at the most.`
  const found = (column: 'thumbnail' | 'gallery', called: string[]) =>
    called.filter(one => !isAddress(one)).map(one => pictureOf(COLUMNS[column], one, known, errors))
  const [first] = found('thumbnail', thumbnail === '' ? [] : [thumbnail])
  const others = found('gallery', pictures.slice(0, MOST_PICTURES))
  return {
    ...(first && { thumbnail: first }),
    ...((gallery === NOTHING || others.length > 0) && { gallery: others.filter(id => id !== undefined) }),
  }
}

/** Of too many pictures one more than the maximum is read. */
const picturesIn = (cell: string): string[] =>
  cell === NOTHING
    ? []
    : cell
        .split(GALLERY_SEPARATOR, MOST_PICTURES + 1)
        .map(called => called.trim())
        .filter(Boolean)

export const allPicturesIn = (cells: Partial<Record<Column, string>>): string[] =>
  [cells.thumbnail ?? '', cells.variantPicture ?? '', ...picturesIn(cells.gallery ?? '')].filter(Boolean)

export interface TableRow<Name extends string = Column> {
  /** The spreadsheet's number; row 1 holds the column names. */
  row: number
  cells: Partial<Record<Name, string>>
  problem: string | false
}

/** The first row has the product's own cells, each may name a variant. */
export interface ProductRows {
  rows: readonly [TableRow, ...TableRow[]]
  isForeign: boolean
  warnings: string[]
  refusal?: string
  /** The import creates it if the shop has none of the categories in the cell. */
  newCategory?: string
  newParent?: string
  alts?: Record<string, string>
}

type RowsOf<Name extends string> = [TableRow<Name>, ...TableRow<Name>[]]

/** How the files of one program are read; cells of `raw` keep their entities. */
export interface Format<Name extends string> {
  columnOf: (name: string) => Name | undefined
  amounts: readonly Name[]
  raw: readonly Name[]
  group: (rows: TableRow<Name>[]) => RowsOf<Name>[]
  convert: (rows: RowsOf<Name>) => ProductRows
}

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Each column has several names, of which case, spaces and signs do not count. */
export function columnNamed<Name extends string>(names: Record<Name, readonly string[]>) {
  const all = Object.entries<readonly string[]>(names).flatMap(([column, written]) =>
    written.map(name => [plainName(name), column as Name] as const),
  )
  const columns = new Map(all)
  return (name: string) => columns.get(plainName(name))
}

/** The tags up to the last whole one that fits. */
export const fittingTags = (tags: string) =>
  tags.length > PRODUCT_FIELDS.tags.max ? tags.slice(0, PRODUCT_FIELDS.tags.max + 1).replace(/,[^,]*$/, '') : tags

/** Shopify allows 2,048 variants of a product. */
const MOST_ROWS = 2500

/** Rows of a product need not stand together. */
export function grouped<Row extends { row: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | undefined,
  continues: (first: Row, row: Row) => boolean,
): [Row, ...Row[]][] {
  const groups: [Row, ...Row[]][] = []
  const last = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const key = keyOf(row)?.toLowerCase() ?? ''
    const group = last.get(key)
    if (key !== '' && group && continues(group[0], row)) {
      if (group.push(row) > MOST_ROWS)
        throw refused(
          `The product in row ${group[0].row} has more than ${formatCount(MOST_ROWS)} rows.`,
          'invalid_file',
        )
      continue
    }
    const begun: [Row, ...Row[]] = [row]
    groups.push(begun)
    if (!group) last.set(key, begun)
  }
  return groups
}

/** What another shop sells without counting units has none here. */
export function uncountedIn(shop: string, uncounted: number, all: number): string[] {
  const sold = uncounted === all ? 'it' : `${uncounted} of its ${all} variants`
  const why = `${shop} sells ${sold} without counting units: out of stock here until you say how many there are.`
  return uncounted === 0 ? [] : [why]
}

/** Products that name no category go here, unless the user chooses another. */
export const UNCATEGORISED = 'Uncategorised'

/** The id is provisional. */
export interface NewCategory {
  id: string
  name: string
  parent?: string
  /** The shop does not put it where the file does. */
  isFlat?: boolean
}

/** Such pictures are fetched after the import. */
export const isAddress = (called: string) => /^(https?:)?\/\//i.test(called)

/** The shop has two levels of categories, so 'Drinks > Tea > Green' gives the last two. */
export function lastTwoOf(path = ''): Pick<ProductRows, 'newCategory' | 'newParent'> {
  const names = path.split('>').map(categoryNameIn).filter(Boolean)
  const [newCategory, newParent] = names.slice(-2).reverse()
  return { ...(newCategory && { newCategory }), ...(newParent && { newParent }) }
}

/** Names are compared and kept in this form. */
const categoryNameIn = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 80).trim()
