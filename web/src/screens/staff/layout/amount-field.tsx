import type { ComponentProps } from 'react'
import { plainAmount } from '../../../lib/staff-format.ts'
import { TextField } from '../../../ui/text-field.tsx'

/** A sum of money as the dashboard writes it. Must be inside a `Form`. */
export const AmountField = (props: ComponentProps<typeof TextField>) => (
  <TextField read={plainAmount} inputMode="decimal" autoComplete="off" {...props} />
)
