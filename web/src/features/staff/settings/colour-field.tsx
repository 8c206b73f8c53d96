import { accentColours, accentContrast, nearestAccent, withHash } from '@mela/contract'
import { useController } from 'react-hook-form'
import { usePrice, useShop } from '../../../lib/shop.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field, type FieldText } from '../../../ui/forms/field.tsx'

const LEAST = 4.5

/** A colour with its contrast and a preview. Must be inside a `Form`. */
export function ColourField({ name, ...text }: FieldText & { name: string }) {
  const { field, fieldState } = useController<Record<string, string>>({ name })
  const typed = withHash(field.value ?? '')
  const colour = /^#[0-9a-f]{6}$/.test(typed) ? typed : undefined
  const contrast = colour ? accentContrast(colour) : undefined
  const nearest = colour && contrast !== undefined && contrast < LEAST ? nearestAccent(colour, LEAST) : undefined

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
          {contrast !== undefined && `Its text has a contrast of ${contrast.toFixed(1)} : 1 and needs ${LEAST}.`}
        </p>
        {nearest && (
          <Button variant="outline" size={40} onClick={() => field.onChange(nearest)}>
            <span className="size-4 rounded-full" style={{ background: nearest }} /> <span>{`Use ${nearest}`}</span>
          </Button>
        )}
      </div>
      {colour && <Preview accent={nearest ?? colour} />}
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

/** Header, banner, card and button in both schemes; hidden from screen readers. */
function Preview({ accent }: { accent: string }) {
  const { name, town } = useShop()
  const price = usePrice()
  const colours = accentColours(accent)

  return (
    <div aria-hidden className="grid grid-cols-2 gap-3">
      {(['light', 'dark'] as const).map(scheme => {
        const { paper, surface, ink, on } = schemes[scheme]
        return (
          <div
            key={scheme}
            className="grid gap-3 overflow-hidden rounded-tile border border-line p-3 text-xs"
            style={{ background: paper, color: ink }}
          >
            <span className="truncate font-serif text-xl">{name}</span>
            <span className="truncate rounded-control p-3 font-serif text-xl" style={{ background: accent, color: on }}>
              The sale
            </span>
            <span className="grid gap-2 rounded-control p-3" style={{ background: surface }}>
              <span className="font-semibold">{price(49)}</span>
              {town && <span className="truncate">{`Ships from ${town}`}</span>}
              <span
                className="truncate rounded-control p-2 text-center font-semibold"
                style={{ background: colours[scheme].brand, color: on }}
              >
                Add to cart
              </span>
            </span>
          </div>
        )
      })}
    </div>
  )
}
