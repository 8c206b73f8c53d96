import { accentColours, accentContrast, type Media, nearestAccent, pictureUrl, withHash } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useController, useWatch } from 'react-hook-form'
import { usePrice, useShop } from '../../../lib/shop.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, type FieldText } from '../../../ui/text-field.tsx'
import { pictureQuery } from '../media/picture-field.tsx'

const LEAST = 4.5

/** A typed colour with its '#'; undefined while it is none. */
function colourOf(typed = ''): string | undefined {
  const colour = withHash(typed)
  return /^#[0-9a-f]{6}$/.test(colour) ? colour : undefined
}

/** The colour, or a darker one of the same hue where text on it could not be read. */
function readableColour(colour: string): string {
  return accentContrast(colour) < LEAST ? nearestAccent(colour, LEAST) : colour
}

/** A colour with its contrast. Must be inside a `Form`. */
export function ColourField({ name, ...text }: FieldText & { name: string }) {
  const { field, fieldState } = useController<Record<string, string>>({ name })
  const colour = colourOf(field.value)
  const readable = colour && readableColour(colour)

  return (
    <div className="grid gap-4">
      <Field {...text} error={fieldState.error?.message}>
        {props => (
          <div className="flex gap-3">
            <input
              type="color"
              aria-label={`${text.label}, chosen by eye`}
              value={colour ?? '#000000'}
              onChange={field.onChange}
              className="control cursor-pointer"
              style={{ maxWidth: '4.5rem', padding: 4 }}
            />
            <input
              {...field}
              {...props}
              autoComplete="off"
              spellCheck={false}
              maxLength={7}
              required
              className="control"
            />
          </div>
        )}
      </Field>
      <div className="flex min-h-10 flex-wrap items-center gap-3">
        <p role="status" className="type-small text-ink-2">
          {colour && `Its text has a contrast of ${accentContrast(colour).toFixed(1)} : 1 and needs ${LEAST}.`}
        </p>
        {readable && readable !== colour && (
          <Button variant="outline" size={40} onClick={() => field.onChange(readable)}>
            <span className="size-4 rounded-full" style={{ background: readable }} /> <span>{`Use ${readable}`}</span>
          </Button>
        )}
      </div>
    </div>
  )
}

/** The theme's colours in both schemes: CSS cannot apply another scheme to a part of the page. */
const schemes = {
  light: {
    paper: 'oklch(0.985 0.004 85)',
    surface: 'oklch(1 0 0)',
    ink: 'oklch(0.21 0.012 60)',
    on: 'oklch(0.98 0.012 85)',
  },
  dark: {
    paper: 'oklch(0.175 0.008 60)',
    surface: 'oklch(0.215 0.009 60)',
    ink: 'oklch(0.955 0.008 85)',
    on: 'oklch(0.985 0.01 85)',
  },
} as const

/** Header, banner, card and button as typed, on light and dark pages; hidden from screen readers. Must be inside the form of the look. */
export function LookPreview() {
  const [typed, logoId = '', darkLogoId = '', keepsLight]: [string?, string?, string?, boolean?] = useWatch({
    name: ['look.accent', 'look.logo', 'look.logoOnDark', 'look.keepsLight'],
  })
  const logo = useQuery(pictureQuery(logoId)).data
  const logoOnDark = useQuery(pictureQuery(darkLogoId)).data
  const colour = colourOf(typed)
  if (!colour) return null

  const accent = readableColour(colour)
  return (
    <div aria-hidden className="grid grid-cols-2 gap-3">
      <Page scheme="light" accent={accent} logo={logo} />
      {!keepsLight && <Page scheme="dark" accent={accent} logo={logo && (logoOnDark ?? logo)} />}
    </div>
  )
}

interface PageProps {
  scheme: keyof typeof schemes
  accent: string
  logo: Media | undefined
}

function Page({ scheme, accent, logo }: PageProps) {
  const { name, town } = useShop()
  const price = usePrice()
  const { paper, surface, ink, on } = schemes[scheme]

  return (
    <div
      className="grid content-start gap-3 overflow-hidden rounded-tile border border-line p-3 text-xs"
      style={{ background: paper, color: ink }}
    >
      {logo ? (
        <img src={pictureUrl(logo.url, 400)} alt="" className="h-7 w-auto max-w-full object-contain object-left" />
      ) : (
        <span className="h-7 truncate font-serif text-xl">{name}</span>
      )}
      <span className="truncate rounded-control p-3 font-serif text-xl" style={{ background: accent, color: on }}>
        The sale
      </span>
      <span className="grid gap-2 rounded-control p-3" style={{ background: surface }}>
        <span className="font-semibold">{price(49)}</span>
        {town && <span className="truncate">{`Ships from ${town}`}</span>}
        <span
          className="truncate rounded-control p-2 text-center font-semibold"
          style={{ background: accentColours(accent)[scheme].brand, color: on }}
        >
          Add to cart
        </span>
      </span>
    </div>
  )
}
