import { type ComponentProps, type MouseEvent, useState } from 'react'
import { cx } from '../layout/cx.ts'
import { Spinner } from '../layout/spinner.tsx'
import { type ButtonStyle, buttonClass } from './button-class.ts'

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
