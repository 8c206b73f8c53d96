import { readFile } from 'node:fs/promises'
import { FREE_SHIPPING_ABOVE_CENTS, fromCents, SHIPPING_CENTS } from '@mela/contract'
import { z } from 'zod'

const folder = new URL('../../../../demo/', import.meta.url)

const catalogue = z.object({
  categories: z.array(
    z.object({
      name: z.string(),
      slug: z.string(),
      description: z.string(),
      /** Shoppers choose between the category's products by this option. */
      size: z.object({ name: z.string(), values: z.array(z.string()) }).optional(),
      sizeGuide: z.string().nullable().default(null),
    }),
  ),
  /** The newest come first; the reviews of a product as well. */
  products: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      category: z.string(),
      description: z.string(),
      price: z.number(),
      onSale: z.boolean(),
      salePrice: z.number().nullable(),
      stock: z.number().int(),
      weight: z.number().int(),
      soldOut: z.array(z.string()).default([]),
      colours: z.array(z.object({ name: z.string(), swatch: z.string(), picture: z.string() })).default([]),
      isActive: z.boolean(),
      pictures: z.array(z.string()),
      altTexts: z.array(z.string()),
      reviews: z.array(
        z.object({ title: z.string(), rating: z.number().int(), comment: z.string(), author: z.string() }),
      ),
    }),
  ),
})
export type DemoCatalogue = z.output<typeof catalogue>

export async function readCatalogue(): Promise<DemoCatalogue> {
  return catalogue.parse(JSON.parse(await readFile(new URL('catalogue.json', folder), 'utf8')))
}

export function readPicture(file: string): Promise<Buffer> {
  return readFile(new URL(`pictures/${file}`, folder))
}

export function requireNamed<Value>(values: Map<string, Value>, name: string): Value {
  const value = values.get(name)
  if (value === undefined) throw new Error(`The demo data names '${name}', which is not there.`)
  return value
}

/** The first word of each line is one of the catalogue. */
export const DEMO_SYNONYMS = [
  'kurta, कुर्ता, कुर्ते, kurte, kurtha',
  'shirt, कमीज, kamiz, qameez',
  'clothing, कपड़े, कपड़ा, kapde, kapda, vastra',
  'dress, पोशाक, poshak, libas',
  'jumper, स्वेटर, swetar',
  'shoe, जूता, जूते, joota, joote, juta',
  'boot, बूट, boots',
  'loafer, जूती, मोजड़ी, mojdi',
  'watch, घड़ी, घड़ियां, ghadi, ghari, gharhi',
  'red, लाल, lal, laal',
  'blue, नीला, नीली, neeli, nila',
  'green, हरा, हरी, hara, hari',
  'yellow, पीला, पीली, peela, pila',
  'white, सफेद, safed, safaid',
  'black, काला, काली, kaala, kaali',
  'silk, रेशम, रेशमी, resham, reshmi',
  'cotton, सूती, suti, sooti',
  'linen, लिनन, linan',
  'leather, चमड़ा, chamda, chamra',
  'wool, ऊन, ऊनी, oon, ooni',
]

const method = { steps: [], freeAbove: null }

/** SPEC's delivery, with days, and one that is faster and costs less from a thousand on. */
const DEMO_ZONES = [
  {
    name: 'Everywhere',
    places: [],
    methods: [
      {
        ...method,
        name: 'Shipping',
        price: fromCents(SHIPPING_CENTS),
        freeAbove: fromCents(FREE_SHIPPING_ABOVE_CENTS),
        minDays: 3,
        maxDays: 5,
      },
      { ...method, name: 'Express', price: 200, steps: [{ from: 1000, price: 150 }], minDays: 1, maxDays: 2 },
    ],
  },
]

/** What a demo has beside the defaults; leaving the demo takes out what the owner has not changed. */
export const DEMO_SETTINGS: Record<string, Record<string, unknown>> = {
  search: { synonyms: DEMO_SYNONYMS },
  delivery: { zones: DEMO_ZONES, holidays: 'IN' },
}

const DAY = 24 * 3600 * 1000

export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY)
}

export function hoursAfter(time: Date, hours: number): Date {
  return new Date(time.getTime() + (hours * DAY) / 24)
}
