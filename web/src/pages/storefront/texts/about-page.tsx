import { paths } from '@mela/contract'
import { useShop } from '../../../lib/shop.ts'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { inTown } from './in-town.ts'
import { TextPage } from './text-page.tsx'
import { TextSection } from './text-section.tsx'

export function AboutPage() {
  const shop = useShop()
  return (
    <TextPage
      title={`About ${shop.name}`}
      description={`A small shop in the spirit of a fair: few things, chosen slowly, described in plain words${inTown(' and packed in ', shop)}.`}
    >
      <p className="text-lg">
        A mela is a fair: the square fills up, lamps go on, and everybody brings the best of what they make. {shop.name}{' '}
        is a small shop in that spirit. {shop.tagline}
      </p>
      <TextSection id="few-things" title="Few things, chosen slowly">
        <p>
          We keep the shop small enough to know every product in it. A kurta has to hang well after ten washes, a sole
          has to be replaceable, a watch has to keep time without anybody thinking about it. What does not pass does not
          get a page.
        </p>
      </TextSection>
      <TextSection id="plain-words" title="Plain words, plain prices">
        <p>
          A product page says what a thing is made of and how it behaves, also when that is “it creases, as linen does”.
          The number of units left is the real number. Shipping and tax stand in the cart before you decide, and there
          are no countdowns.
        </p>
      </TextSection>
      <TextSection id="where-we-are" title="Where we are">
        <p>We pack every order at {shop.address.join(', ')}. If you are near, come by; if not, write.</p>
        <div className="pt-3">
          <ButtonLink to={paths.contact}>Contact us</ButtonLink>
        </div>
      </TextSection>
    </TextPage>
  )
}
