import { paths } from '../../../lib/paths.ts'

/** What the avatar menu and the slide-in menu offer to somebody signed in, besides Logout. */
export const accountLinks = [
  { label: 'Profile', to: paths.profile },
  { label: 'My Orders', to: paths.orders },
  { label: 'Help', to: paths.contact },
]
