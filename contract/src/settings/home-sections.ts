import { z } from 'zod'
import { flag, line, notAnObject, objectId, oneOf } from '../shared/fields.ts'
import { orNone, settingType } from './setting-types.ts'

const SECTIONS_OF_HOME = ['categories', 'sale', 'recommended', 'viewed', 'help'] as const
export const homeSections = [...SECTIONS_OF_HOME, 'products'] as const
export const homeSources = ['newest', 'best-sellers', 'sale', 'category', 'collection', 'chosen'] as const

export const homeSectionShape = z.object({
  section: z.enum(homeSections),
  title: z.string().nullable(),
  isShown: z.boolean(),
  /** Null for the section's own source; 'products' has no own source and needs one. */
  source: z.enum(homeSources).nullable(),
  /** Slugs may change, so the id is kept. */
  of: z.string().nullable(),
  products: z.array(z.string()),
})

export const MOST_CHOSEN = 24
const MOST_SECTIONS = 12

const homeSection = z
  .object(
    {
      section: oneOf(homeSections),
      title: orNone(line({ max: 60 })),
      isShown: flag,
      source: orNone(oneOf(homeSources)),
      of: orNone(objectId),
      products: z.preprocess(
        products => products ?? [],
        z
          .array(objectId, 'This must be a list of products.')
          .max(MOST_CHOSEN, `This takes ${MOST_CHOSEN} products at the most.`),
      ),
    },
    notAnObject,
  )
  .superRefine(({ section, source, of, products }, { addIssue }) => {
    const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    if (section === 'products' && source === null) refuse('source', 'Choose where its products come from.')
    if ((source === 'category' || source === 'collection') && of === null) refuse('of', `Choose a ${source}.`)
    if (source === 'chosen' && products.length === 0) refuse('products', 'Choose a product.')
  })

const isUnique = (list: readonly { section: string }[]) => {
  const named = list.map(({ section }) => section).filter(section => section !== 'products')
  return new Set(named).size === named.length
}

export const sectionsOfHome = settingType({
  input: 'sections',
  options: {
    categories: 'Categories',
    sale: 'On sale',
    recommended: 'Recommended',
    viewed: 'Recently viewed',
    help: 'Help',
    products: 'Products',
  },
  shape: z.array(homeSectionShape),
  rule: z
    .array(homeSection, 'This must be a list of sections.')
    .max(MOST_SECTIONS, `This takes ${MOST_SECTIONS} sections at the most.`)
    .refine(isUnique, 'A section can be there once.'),
})

export const DEFAULT_SECTIONS = SECTIONS_OF_HOME.map(section => ({
  ...{ section, title: null, isShown: true },
  ...{ source: null, of: null, products: [] },
}))
