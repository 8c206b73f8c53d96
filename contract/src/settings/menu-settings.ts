import { z } from 'zod'
import { line, notAnObject, objectId, oneOf } from '../shared/fields.ts'
import { paths, SPEC_PAGES } from '../shared/paths.ts'
import { describeSettings, link, orNone, settingType } from './setting-types.ts'

const KINDS = ['categories', 'page', 'category', 'link', 'heading', 'contact'] as const

const entryShape = z.object({
  kind: z.enum(KINDS),
  label: z.string().nullable(),
  /** Addresses may change, so the id is kept. */
  of: z.string().nullable(),
  to: z.string().nullable(),
})
export type MenuEntry = z.output<typeof entryShape>

const NEEDS: Partial<Record<MenuEntry['kind'], ['label' | 'of' | 'to', string][]>> = {
  page: [['of', 'Choose a page.']],
  category: [['of', 'Choose a category.']],
  link: [
    ['label', 'This is required.'],
    ['to', 'This is required.'],
  ],
  heading: [['label', 'This is required.']],
}

/** A label cannot be '*' or '@', which stand for parts of the shop in ShopInfo. */
const menuLabel = orNone(line({ max: 40 }).refine(label => !['*', '@'].includes(label), 'This needs letters.'))
const menuEntry = z
  .object({ kind: oneOf(KINDS), label: menuLabel, of: orNone(objectId), to: orNone(link.rule) }, notAnObject)
  .superRefine((entry, { addIssue }) => {
    for (const [field, message] of NEEDS[entry.kind] ?? [])
      if (entry[field] === null) addIssue({ code: 'custom', path: [field], message })
  })
const menu = z.array(menuEntry, 'This must be a list of entries.').max(30, 'This takes 30 entries at the most.')
const isOfHeader = ({ kind }: { kind: MenuEntry['kind'] }) => kind !== 'heading' && kind !== 'contact'

/** Pixels beside the categories at a width of 1024, and about what a label takes. */
const HEADER_ROOM = 320
const widthOf = ({ kind, label }: { kind: MenuEntry['kind']; label: string | null }) =>
  kind === 'categories' ? 0 : 24 + (label?.length ?? 10) * 8.2

const headerMenu = settingType({
  input: 'menu',
  shape: z.array(entryShape),
  rule: menu
    .refine(entries => entries.every(isOfHeader), 'Headings and contact details are for the footer.')
    .refine(
      entries => entries.reduce((width, entry) => width + widthOf(entry), 0) <= HEADER_ROOM,
      'The header has no room for all of these. Use fewer or shorter labels.',
    ),
})

const footerMenu = settingType({
  input: 'menu',
  shape: z.array(entryShape),
  rule: menu
    .refine(([first]) => !first || first.kind === 'heading', 'The footer begins with a heading.')
    .refine(
      entries => entries.filter(({ kind }) => kind === 'heading').length <= 3,
      'The footer has room for three headings.',
    ),
})

const entry = (kind: MenuEntry['kind'], label: string | null = null): MenuEntry => ({ kind, label, of: null, to: null })
const page = (slug: keyof typeof SPEC_PAGES): MenuEntry => ({ ...entry('page'), of: SPEC_PAGES[slug] })
const sale: MenuEntry = { ...entry('link', 'Sale'), to: paths.sale }

const DEFAULT_HEADER = [entry('categories'), sale]
const DEFAULT_FOOTER = [
  ...[entry('heading', 'Shop'), entry('categories'), sale],
  ...[entry('heading', 'Help'), page('contact'), page('privacy-policy'), page('terms-of-service')],
  ...[entry('heading', 'Say hello'), entry('contact'), page('about')],
]

export const MENU_SETTINGS = describeSettings({
  header: {
    card: 'Header',
    type: headerMenu,
    default: DEFAULT_HEADER,
    label: 'Header',
    hint: 'At the top of every page, on phones in the menu. Without a label, a page has its title and a category its name.',
  },
  footer: {
    card: 'Footer',
    type: footerMenu,
    default: DEFAULT_FOOTER,
    label: 'Footer',
    hint: 'At the end of every page, in up to three columns: each heading begins one.',
  },
})
