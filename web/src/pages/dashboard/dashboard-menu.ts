import { createContext } from 'react'

/** Opens the sidebar on small screens; every section's header has the button. */
export const OpenMenu = createContext(() => {})
