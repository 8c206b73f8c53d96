import { cx } from '../layout/cx.ts'

const variants = {
  // Maroon at 45% is pink, which looks broken.
  primary: 'bg-brand text-on-brand hover:bg-brand-hover disabled:bg-ink/10! disabled:text-ink-2! disabled:opacity-100!',
  default: 'bg-ink text-paper hover:bg-ink/85',
  outline: 'border border-edge text-ink hover:bg-ink/6',
  ghost: 'text-ink hover:bg-ink/6',
  danger: 'bg-danger text-surface hover:bg-danger/85',
  festive: 'on-tile bg-marigold hover:bg-marigold/90',
}

const sizes = {
  auto: 'min-h-(--control-height) px-6',
  48: 'min-h-12 px-6',
  40: 'min-h-10 px-4 pointer-coarse:min-h-11',
  32: 'min-h-8 px-3 text-[0.8125rem] pointer-coarse:min-h-11',
}

export interface ButtonStyle {
  variant?: keyof typeof variants
  /** Least height in pixels; 'auto' is 48, and 40 inside `dense`. */
  size?: keyof typeof sizes
  /** As wide as its column. */
  wide?: boolean
  className?: string
}

/** The style that buttons and button-shaped links share. */
export function buttonClass({ variant = 'default', size = 'auto', wide, className }: ButtonStyle = {}): string {
  return cx(
    'type-ui relative inline-flex max-w-full shrink-0 select-none items-center justify-center gap-2 rounded-control sm:whitespace-nowrap max-sm:text-center transition',
    'motion-safe:active:scale-98 disabled:cursor-not-allowed disabled:opacity-45 disabled:active:scale-100',
    sizes[size],
    variants[variant],
    wide && 'w-full',
    className,
  )
}

/** In pixels, because an icon does not grow with large text, which needs the room. */
const squares = {
  44: 'size-[44px]',
  40: 'size-[40px] pointer-coarse:size-[44px]',
  32: 'size-[32px] pointer-coarse:size-[44px]',
}

export interface IconButtonStyle {
  /** Edge in pixels; on touch screens at least 44. */
  size?: keyof typeof squares
  /** The tooltip extends to the left, for the last control of a row. */
  tipEnd?: boolean
  /** Shows no tooltip, where the icon is clear and the text below must stay readable. */
  noTip?: boolean
  className?: string
}

/** The style that icon-only buttons and links share; it shows their `aria-label` as tooltip. */
export function iconButtonClass({ size = 44, tipEnd, noTip, className }: IconButtonStyle = {}): string {
  return cx(
    !noTip && 'tip',
    'inline-grid shrink-0 place-items-center rounded-control text-ink transition-colors hover:bg-ink/6',
    'disabled:cursor-not-allowed disabled:opacity-45',
    tipEnd && 'tip-end',
    squares[size],
    className,
  )
}
