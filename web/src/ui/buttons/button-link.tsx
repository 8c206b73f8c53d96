import type { LinkProps } from 'react-router'
import { Link } from '../../lib/link.tsx'
import { type ButtonStyle, buttonClass } from './button-class.ts'

export function ButtonLink({ variant, size, wide, className, ...props }: LinkProps & ButtonStyle) {
  return <Link {...props} className={buttonClass({ variant, size, wide, className })} />
}
