import { paths } from '@mela/contract'

/** Links of the avatar menu and the slide-in menu for a signed-in user, besides Logout. */
export const accountLinks = [
  { label: 'Profile', to: paths.profile },
  { label: 'My Orders', to: paths.orders },
  { label: 'Help', to: paths.contact },
]
