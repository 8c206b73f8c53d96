import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type LoaderFunctionArgs, Outlet } from 'react-router'
import { cartCount, useCart } from '../../features/shop/cart/cart.store.ts'
import { forgetVisitor } from '../../features/shop/cart/forget-visitor.ts'
import { categoriesQuery, menuQuery } from '../../features/shop/catalog/catalog.api.ts'
import { useLogout, useUserCheck } from '../../features/shop/navigation/account.api.ts'
import { SiteFooter } from '../../features/shop/navigation/site-footer.tsx'
import { SiteHeader } from '../../features/shop/navigation/site-header.tsx'
import { load } from '../../lib/page-data.ts'

export async function loadStorefront(args: LoaderFunctionArgs) {
  await load(args, menuQuery())
  return null
}

/** The shop's layout, around its pages or around its children. */
export function StorefrontLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const first = useQuery(menuQuery())
  const all = useQuery({ ...categoriesQuery(), enabled: isMenuOpen })
  const count = cartCount(useCart())
  const logout = useLogout(forgetVisitor)
  useUserCheck()

  return (
    <>
      <a
        href="#content"
        className="type-ui fixed top-2 left-2 z-toast -translate-y-20 rounded-control bg-ink px-4 py-3 text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <SiteHeader
        categories={(isMenuOpen ? all.data : undefined) ?? first.data}
        cartCount={count}
        onMenuOpen={() => setIsMenuOpen(true)}
        onLogout={logout}
      />
      <main id="content" tabIndex={-1} className="min-h-[60dvh] outline-none">
        {children}
      </main>
      <SiteFooter categories={first.data} />
    </>
  )
}
