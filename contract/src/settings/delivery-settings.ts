import { z } from 'zod'
import { FREE_SHIPPING_ABOVE_CENTS, SHIPPING_CENTS } from '../shared/constants.ts'
import { COUNTRIES } from '../shared/countries.ts'
import * as fields from '../shared/fields.ts'
import { fromCents } from '../shared/money.ts'
import {
  choices,
  country,
  describeSettings,
  isOncePerPlace,
  notACountry,
  optional,
  orNone,
  placeShape,
  settingType,
  state,
  textType,
  wholeRule,
} from './setting-types.ts'

const countries = settingType({
  input: 'countries',
  shape: z.array(z.string()),
  rule: z
    .array(
      country.refine(code => code in COUNTRIES, notACountry),
      'This must be a list of countries.',
    )
    .min(1, 'Choose a country.')
    .transform(codes => [...new Set(codes)]),
})

const methodShape = z.object({
  name: z.string(),
  price: z.number(),
  /** Other prices, for products that cost or weigh so much or more, in kilograms; ascending. */
  steps: z.array(z.object({ from: z.number(), price: z.number() })),
  stepsByWeight: z.boolean().optional(),
  freeAbove: z.number().nullable(),
  minDays: z.number().nullable(),
  maxDays: z.number().nullable(),
})
export type DeliveryMethod = z.output<typeof methodShape>

const amount = fields.typedAmount(fields.number({ min: 0, max: 1_000_000 }))
const days = orNone(wholeRule(0, 365))
const steps = z
  .array(z.object({ from: amount, price: amount }, fields.notAnObject), 'This must be a list of steps.')
  .max(20, 'This takes 20 steps at the most.')
  .refine(areAscending, 'Each step must begin above the one before it.')

function areAscending(steps: { from: number }[]): boolean {
  return steps.every(({ from }, i) => from > (steps[i - 1]?.from ?? 0))
}

const method = z
  .object(
    {
      name: fields.line({ max: 40 }),
      price: amount,
      steps: z.preprocess(steps => steps ?? [], steps),
      stepsByWeight: fields.flag.optional(),
      freeAbove: orNone(amount),
      ...{ minDays: days, maxDays: days },
    },
    fields.notAnObject,
  )
  .refine(({ minDays, maxDays }) => (minDays ?? 0) <= (maxDays ?? Number.POSITIVE_INFINITY), {
    message: 'The delivery cannot take fewer days at the most than at the least.',
    path: ['maxDays'],
  })

function haveNames(entries: { name: string }[]): boolean {
  return new Set(entries.map(({ name }) => name)).size === entries.length
}

const zone = z.object(
  {
    name: fields.line({ max: 40 }),
    places: z
      .array(z.object({ country, state }, fields.notAnObject), 'This must be a list of places.')
      .max(300, 'This takes 300 places at the most.'),
    methods: z
      .array(method, 'This must be a list of methods.')
      .min(1, 'A zone needs a method.')
      .max(8, 'This takes 8 methods at the most.')
      .refine(haveNames, 'Two methods have the same name.'),
  },
  fields.notAnObject,
)

const deliveryZones = settingType({
  input: 'zones',
  shape: z.array(z.object({ name: z.string(), places: z.array(placeShape), methods: z.array(methodShape) })),
  rule: z
    .array(zone, 'This must be a list of zones.')
    .min(1, 'The shop needs a zone.')
    .max(30, 'This takes 30 zones at the most.')
    .refine(zones => isOncePerPlace(zones.flatMap(({ places }) => places)), 'A country or a state is in two zones.')
    .refine(zones => zones.filter(({ places }) => places.length === 0).length < 2, 'Two zones are without places.'),
})

const DEFAULT_ZONES = [
  {
    name: 'Everywhere',
    places: [],
    methods: [
      {
        ...{ name: 'Shipping', price: fromCents(SHIPPING_CENTS), steps: [] },
        ...{ freeAbove: fromCents(FREE_SHIPPING_ABOVE_CENTS), minDays: null, maxDays: null },
      },
    ],
  },
]

const timeOfDay = textType(
  'text',
  fields.line({ max: 5 }).pipe(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'This must be a time, such as 14:00.')),
)

const region = textType(
  'text',
  fields
    .line({ max: 6 })
    .transform(code => code.toUpperCase())
    .pipe(z.string().regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/, 'This must be a code, such as IN or DE-BY.')),
)

export const DELIVERY_SETTINGS = describeSettings({
  zones: {
    card: 'Zones and methods',
    type: deliveryZones,
    default: DEFAULT_ZONES,
    isPublic: true,
    label: 'Zones',
    hint: 'Where the shop delivers, how, and for how much. A zone without places has all others; without such a zone orders to them are refused. Countries named here are sold to.',
  },
  shippingDays: {
    card: 'Delivery dates',
    type: choices(
      {
        mon: 'Monday',
        tue: 'Tuesday',
        wed: 'Wednesday',
        thu: 'Thursday',
        fri: 'Friday',
        sat: 'Saturday',
        sun: 'Sunday',
      },
      'Choose a day.',
    ),
    default: ['mon', 'tue', 'wed', 'thu', 'fri'],
    label: 'Working days',
    hint: 'On these days parcels leave and travel. Where a method names days, shoppers read “Arrives Tue 1 – Thu 3 Dec”.',
  },
  cutOff: {
    card: 'Delivery dates',
    type: timeOfDay,
    default: '14:00',
    label: 'Cut-off',
    hint: 'Orders from this time on leave on the next working day. In the time zone of the shop.',
  },
  holidays: {
    card: 'Delivery dates',
    type: optional(region),
    label: 'Public holidays of',
    hint: 'Code of a country or of a part of it, such as IN or DE-BY: its public holidays are no working days. Empty: none.',
  },
})

export const COUNTRY_SETTINGS = describeSettings({
  sold: {
    card: 'Countries',
    type: countries,
    default: ['IN'],
    label: 'Countries sold to',
    hint: 'Addresses of these countries can be saved and ordered to; a new address begins with the first, and forms list them in this order. Delivery to each needs a zone.',
  },
})
