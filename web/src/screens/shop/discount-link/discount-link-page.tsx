import { codeKeyOf, isCode, MOST_CODES, paths } from '@mela/contract'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { chooseForOrder, currentChoices } from '../../../shared/cart/choices.store.ts'
import { PageTitle } from '../../../ui/headings.tsx'
import { toastSuccess, toastWarning } from '../../../ui/toast.tsx'

/** Where a link of a newsletter leads: keeps its code for the cart, and opens the shop. */
export function DiscountLinkPage() {
  const { code: asked = '' } = useParams()
  const code = asked.trim()
  const navigate = useNavigate()

  useEffect(() => {
    if (isCode(code)) {
      const others = (currentChoices().codes ?? []).filter(other => codeKeyOf(other) !== codeKeyOf(code))
      chooseForOrder({ codes: [...others, code].slice(-MOST_CODES) })
      toastSuccess(`The code ${code} is in your cart.`)
      // Anyone can make a link: the shop does not repeat their words.
    } else toastWarning('This link has no code that a cart can take.')
    void navigate(paths.home, { replace: true })
  }, [code, navigate])

  return (
    <div className="shell min-h-dvh pt-12">
      <PageTitle title="Discount" heading="Your code is being applied" />
    </div>
  )
}
