import type { ComponentProps } from 'react'
import { type IconButtonStyle, iconButtonClass } from './button-class.ts'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'>, IconButtonStyle {
  /** The accessible name, shown as tooltip unless there is none. */
  label: string
}

export function IconButton({ label, size, tipEnd, noTip, className, type = 'button', ...props }: IconButtonProps) {
  return (
    <button {...props} type={type} aria-label={label} className={iconButtonClass({ size, tipEnd, noTip, className })} />
  )
}
