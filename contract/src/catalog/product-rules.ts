import { z } from 'zod'
import { clearable, flag, line, number, objectId, omittable, slugText, text, whole } from '../shared/fields.ts'
import {
  type FieldKind,
  PRODUCT_FIELDS,
  type ProductField,
  type ProductFieldName,
  productFieldNames,
} from './product-fields.ts'

const chosen = z.string('This is required.').trim().min(1, 'This is required.').pipe(objectId)

const RULES: Record<FieldKind, (field: ProductField) => z.ZodType> = {
  text: field => (field.rows === undefined ? line(field) : text(field)),
  slug: ({ message = '', max = 0 }) => slugText({ message, max }),
  amount: number,
  whole: field => number(field).pipe(whole),
  flag: () => flag,
  category: () => chosen,
  picture: () => chosen,
  pictures: () => z.array(objectId, 'This must be a list of ids.').transform(ids => [...new Set(ids)]),
}

function ruleOf(field: ProductField): z.ZodType {
  const rule = RULES[field.kind](field)
  if (field.default === null) return clearable(rule)
  return field.default === undefined ? rule : omittable(rule)
}

interface SentValue {
  text: string
  slug: string
  amount: number
  whole: number
  flag: boolean
  category: string
  picture: string
  pictures: string[]
}

type Sent<Field extends ProductField> =
  | SentValue[Field['kind']]
  | (Field extends { default: unknown } ? undefined : never)
  | (Field extends { default: null } ? null : never)

export const productRules = Object.fromEntries(productFieldNames.map(name => [name, ruleOf(PRODUCT_FIELDS[name])])) as {
  [Name in ProductFieldName]: z.ZodType<Sent<(typeof PRODUCT_FIELDS)[Name]>>
}

type Complete<Product> = Omit<Product, ProductFieldName> & {
  [Name in ProductFieldName & keyof Product]: Exclude<Product[Name], undefined>
}

export function withDefaults<Product extends Partial<Record<ProductFieldName, unknown>>>(sent: Product) {
  const missing = productFieldNames.filter(name => sent[name] === undefined)
  const defaults = Object.fromEntries(missing.map(name => [name, defaultOf(PRODUCT_FIELDS[name])]))
  return { ...sent, ...defaults } as Complete<Product>
}

const defaultOf = (field: ProductField) => field.default
