import {
  hasThirdDecimal,
  PRODUCT_FIELDS,
  type ProductField,
  type ProductFieldName,
  productFieldNames,
  slugOf,
  TWO_DECIMALS,
} from '@mela/contract'
import type { Fields } from '../catalog-admin/product-fields.ts'
import type { Errors } from './column-errors.ts'
import { type Cells, COLUMNS, type Column, GALLERY_SEPARATOR, NOTHING, unguarded } from './columns.ts'
import type { Known } from './lookups.ts'
import { isAddress } from './product-rows.ts'

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

/** The id of a picture by its name or id. */
export function pictureOf(column: string, called: string, { media }: Known, errors: Errors): string | undefined {
  const ids = media.get(called.toLowerCase()) ?? []
  if (ids.length === 0) errors[column] ??= `There is no picture “${called.slice(0, 60)}”.`
  if (ids.length > 1) errors[column] ??= `Several pictures are called “${called.slice(0, 60)}”. Use the id.`
  return ids[0]
}

/** The product's cells as the form would send them, but for its stock. */
export function readFields(cells: Cells, known: Known, errors: Errors): Partial<Fields> {
  const given = productFieldNames.filter(name => name !== 'stock' && !isPictures(name) && cells[name])
  const sent = given.map(name => [name, readCell(PRODUCT_FIELDS[name], cells[name] ?? '', known, errors)])
  return { ...Object.fromEntries(sent), ...readPictures(cells, known, errors) }
}

const isPictures = (name: ProductFieldName) => name === 'thumbnail' || name === 'gallery'

function readCell({ kind, label, ...field }: ProductField, cell: string, known: Known, errors: Errors): unknown {
  if (cell === NOTHING && field.default === null) return null
  if (kind === 'text') return unguarded(cell)
  if (kind === 'flag') return yesOrNo(label, cell, errors)
  if (kind === 'amount') return amountIn(label, cell, errors)
  return kind === 'category' ? categoryOf(cell, known, errors) : cell
}

function categoryOf(cell: string, { categories }: Known, errors: Errors) {
  const id = categoryIn(cell, categories)
  if (!id) errors[COLUMNS.category] ??= `There is no category “${cell.slice(0, 80)}”.`
  return id
}

/** Shopify's taxonomy has eight. */
const MOST_LEVELS = 20

/** A slug, a name, or a path of names such as 'Clothing > Shirts' whose last known one counts. */
export function categoryIn(cell: string, categories: Known['categories']): string | undefined {
  const names = [cell, ...cell.split('>').slice(-MOST_LEVELS).reverse()].map(name => name.trim().toLowerCase())
  return names.map(name => categories.get(name) ?? categories.get(slugOf(name))).find(Boolean)
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

/** The picture names in a gallery's cell; of too many one more than the maximum. */
const picturesIn = (cell: string): string[] =>
  cell === NOTHING
    ? []
    : cell
        .split(GALLERY_SEPARATOR, MOST_PICTURES + 1)
        .map(called => called.trim())
        .filter(Boolean)

/** The pictures that a row names. */
export const allPicturesIn = (cells: Partial<Record<Column, string>>): string[] =>
  [cells.thumbnail ?? '', cells.variantPicture ?? '', ...picturesIn(cells.gallery ?? '')].filter(Boolean)
