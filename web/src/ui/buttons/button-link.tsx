import { Link, type LinkProps } from 'react-router'
import { type ButtonLook, buttonClass } from './button-class.ts'

export function ButtonLink({ variant, size, wide, className, ...props }: LinkProps & ButtonLook) {
  return <Link {...props} className={buttonClass({ variant, size, wide, className })} />
}
