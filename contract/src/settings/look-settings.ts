import { z } from 'zod'
import * as fields from '../shared/fields.ts'
import { paths } from '../shared/paths.ts'
import { BANNER } from '../shared/shop.ts'
import { accentContrast, nearestAccent } from './accent.ts'
import {
  describeSettings,
  flag,
  line,
  link,
  longLine,
  optional,
  orNone,
  settingType,
  textType,
} from './setting-types.ts'

const LEAST_CONTRAST = 4.5
const notAColour = 'This must be a colour such as #7a1f2d.'
const colour = textType(
  'colour',
  z
    .string(notAColour)
    .trim()
    .transform(fields.withHash)
    .pipe(z.string().regex(/^#[0-9a-f]{6}$/, notAColour))
    .superRefine((colour, { addIssue }) => {
      const contrast = accentContrast(colour)
      if (contrast >= LEAST_CONTRAST) return
      const nearest = nearestAccent(colour, LEAST_CONTRAST)
      addIssue(
        `The text on it has a contrast of ${contrast.toFixed(1)} : 1 and needs ${LEAST_CONTRAST}. The nearest colour that has it is ${nearest}.`,
      )
    }),
)

const picture = optional(textType('picture', fields.objectId))

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
      section: fields.oneOf(homeSections),
      title: orNone(fields.line({ max: 60 })),
      isShown: fields.flag,
      source: orNone(fields.oneOf(homeSources)),
      of: orNone(fields.objectId),
      products: z.preprocess(
        products => products ?? [],
        z
          .array(fields.objectId, 'This must be a list of products.')
          .max(MOST_CHOSEN, `This takes ${MOST_CHOSEN} products at the most.`),
      ),
    },
    fields.notAnObject,
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

const sectionsOfHome = settingType({
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

const DEFAULT_SECTIONS = SECTIONS_OF_HOME.map(section => ({
  ...{ section, title: null, isShown: true },
  ...{ source: null, of: null, products: [] },
}))

export const LOOK_SETTINGS = describeSettings({
  accent: {
    card: 'Colour and logo',
    type: colour,
    default: '#7a1f2d',
    isPublic: true,
    label: 'Accent colour',
    hint: 'Of buttons, banners and the bar above the header. On dark pages it is made lighter where they need it.',
  },
  /** Null shows the name in letters, and the icon of the theme. */
  logo: {
    card: 'Colour and logo',
    type: picture,
    label: 'Logo',
    hint: 'In place of the name in the header, the footer, emails and on receipts.',
  },
  logoOnDark: {
    card: 'Colour and logo',
    type: picture,
    label: 'Logo for dark backgrounds',
    hint: 'Where a device asks for dark pages. Without one: the logo, which emails and receipts always have.',
  },
  keepsLight: {
    card: 'Colour and logo',
    type: flag,
    default: false,
    isPublic: true,
    label: 'Keep the shop light',
    hint: 'Its pages and the dashboard do not turn dark where a device asks for it.',
  },
  icon: {
    card: 'Colour and logo',
    type: picture,
    label: 'Icon',
    hint: 'Of the browser’s tab, square. Without one: the theme’s.',
  },
  announcementIsShown: {
    card: 'Announcement bar',
    type: flag,
    default: false,
    label: 'Show the bar',
    hint: 'Above the header of every page of the shop.',
  },
  announcement: {
    card: 'Announcement bar',
    type: optional(line({ max: 160 })),
    label: 'Announcement',
    hint: 'One sentence, such as when the shop is on holiday.',
  },
  announcementLink: {
    card: 'Announcement bar',
    type: optional(link),
    label: 'Link of the announcement',
    hint: 'Where the bar leads. Chosen, or typed: a path of the shop, such as /sale, or https://…',
  },
  heroEyebrow: {
    card: 'Hero of the home page',
    type: optional(line({ max: 40 })),
    default: BANNER.eyebrow,
    label: 'Line above the heading',
    hint: 'In small capitals; left out when empty.',
  },
  heroTitle: {
    card: 'Hero of the home page',
    type: line({ max: 60 }),
    default: BANNER.title,
    label: 'Heading',
    hint: 'In large letters at the top of the home page: two to four words.',
  },
  heroText: {
    card: 'Hero of the home page',
    type: longLine({ max: 200 }),
    default: BANNER.text,
    label: 'Text below the heading',
    hint: 'One sentence.',
  },
  heroAction: {
    card: 'Hero of the home page',
    type: line({ max: 40 }),
    default: BANNER.action,
    label: 'Button',
    hint: 'What the button says.',
  },
  heroLink: {
    card: 'Hero of the home page',
    type: link,
    default: paths.sale,
    label: 'Link of the button',
    hint: 'Chosen, or typed: a path of the shop, such as /sale, or https://…',
  },
  heroPicture: {
    card: 'Hero of the home page',
    type: picture,
    label: 'Picture of the hero',
    hint: 'Beside the text on wide screens. Without one: in the demo’s colour its festive picture, else the text alone.',
  },
  heroPictureOnPhones: {
    card: 'Hero of the home page',
    type: picture,
    label: 'Picture on phones',
    hint: 'Square, below the text. Without one: the same picture.',
  },
  homeSections: {
    card: 'Sections of the home page',
    type: sectionsOfHome,
    default: DEFAULT_SECTIONS,
    label: 'Sections',
    hint: 'What the home page shows below the hero, in this order. Without a title, a section has its usual one; without anything to show, it is left out.',
  },
})
