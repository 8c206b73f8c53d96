import { z } from 'zod'
import { withHash } from '../shared/fields.ts'
import { paths } from '../shared/paths.ts'
import { BANNER } from '../shared/shop.ts'
import { accentContrast, nearestAccent } from './accent.ts'
import { DEFAULT_SECTIONS, sectionsOfHome } from './home-sections.ts'
import { describeSettings, flag, line, link, longLine, optional, picture, textType } from './setting-types.ts'

const LEAST_CONTRAST = 4.5
const notAColour = 'This must be a colour such as #7a1f2d.'
const colour = textType(
  'colour',
  z
    .string(notAColour)
    .trim()
    .transform(withHash)
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
    default: null,
    label: 'Logo',
    hint: 'In place of the name in the header, the footer, emails and on receipts.',
  },
  logoOnDark: {
    card: 'Colour and logo',
    type: picture,
    default: null,
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
    default: null,
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
    default: null,
    label: 'Announcement',
    hint: 'One sentence, such as when the shop is on holiday.',
  },
  announcementLink: {
    card: 'Announcement bar',
    type: optional(link),
    default: null,
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
    default: null,
    label: 'Picture of the hero',
    hint: 'Beside the text on wide screens. Without one: in the demo’s colour its festive picture, else the text alone.',
  },
  heroPictureOnPhones: {
    card: 'Hero of the home page',
    type: picture,
    default: null,
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
