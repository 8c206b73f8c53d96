import { accentContrast, nearestAccent, withHash } from '@mela/contract'
import { useController } from 'react-hook-form'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Field, type FieldText } from '../../../../ui/forms/field.tsx'

const LEAST = 4.5

/** A typed colour with its '#'; undefined while it is none. */
export function colourOf(typed = ''): string | undefined {
  const colour = withHash(typed)
  return /^#[0-9a-f]{6}$/.test(colour) ? colour : undefined
}

/** The colour, or a darker one of the same hue where text on it could not be read. */
export function readableColour(colour: string): string {
  return accentContrast(colour) < LEAST ? nearestAccent(colour, LEAST) : colour
}

/** A colour with its contrast. Must be inside a `Form`. */
export function ColourField({ name, ...text }: FieldText & { name: string }) {
  const { field, fieldState } = useController<Record<string, string>>({ name })
  const colour = colourOf(field.value)
  const contrast = colour ? accentContrast(colour) : undefined
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
          {contrast !== undefined && `Its text has a contrast of ${contrast.toFixed(1)} : 1 and needs ${LEAST}.`}
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
