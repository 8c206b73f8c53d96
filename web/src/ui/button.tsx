import { type ComponentProps, type MouseEvent, useState } from 'react'
import type { LinkProps } from 'react-router'
import { Link } from '../lib/link.tsx'
import { cx } from './cx.ts'
import { Spinner } from './layout.tsx'

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
  40: 'min-h-10 px-4 pointer-coarse:min-h-11',
  32: 'min-h-8 px-3 text-[0.8125rem] pointer-coarse:min-h-11',
}

export interface ButtonStyle {
  variant?: keyof typeof variants
  /** Least height in pixels; 'auto' is 48, and 40 inside `dense`. */
  size?: keyof typeof sizes
  wide?: boolean
  className?: string
}

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

interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /**
   * Keeps width and focus, shows a spinner and ignores clicks, also while a promise of `onClick` is pending. A button
   * that can load ignores the second click of a double click.
   */
  loading?: boolean
}

export function Button({
  variant,
  size,
  wide,
  className,
  loading: isLoading,
  type = 'button',
  onClick,
  children,
  ...props
}: ButtonProps) {
  const [isWorking, setIsWorking] = useState(false)
  const loading = isLoading || isWorking

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // The second click of a double click, before `loading` is rendered or on a button that replaced the clicked one.
    const isRepeated = isLoading !== undefined && event.detail > 1
    if (loading || isRepeated) return event.preventDefault()
    const work: unknown = onClick?.(event)
    if (work instanceof Promise) void showWhile(work)
  }

  async function showWhile(work: Promise<unknown>) {
    setIsWorking(true)
    await work.finally(() => setIsWorking(false))
  }

  return (
    <button
      {...props}
      type={type}
      className={buttonClass({ variant, size, wide, className })}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={handleClick}
    >
      <span className={cx('inline-flex items-center gap-2', loading && 'opacity-0')}>{children}</span>
      {loading && <Spinner className="absolute" />}
    </button>
  )
}

export function ButtonLink({ variant, size, wide, className, ...props }: LinkProps & ButtonStyle) {
  return <Link {...props} className={buttonClass({ variant, size, wide, className })} />
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'>, IconButtonStyle {
  /** The accessible name, shown as tooltip unless there is none. */
  label: string
}

export function IconButton({ label, size, tipEnd, noTip, className, type = 'button', ...props }: IconButtonProps) {
  return (
    <button {...props} type={type} aria-label={label} className={iconButtonClass({ size, tipEnd, noTip, className })} />
  )
}

export const textLink = 'font-medium text-ink underline decoration-edge underline-offset-3 hover:decoration-ink'

/** A link in a line of its own, as tall as a finger on touch screens. */
export const lineLink = `${textLink} inline-flex min-h-8 items-center pointer-coarse:min-h-11`
