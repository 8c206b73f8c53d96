import { SHOP } from '@mela/contract'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { TextSection } from './text-section.tsx'

export const privacyUpdated = { day: '2026-11-21', text: '21 November 2026' }

/** What the shop does with personal data; the Terms of Service repeat it (SPEC §1). */
export function PrivacyText() {
  return (
    <>
      <TextSection id="what-we-keep" title="What we keep">
        <p>
          You can look around {SHOP.name} without telling us who you are. When you register we keep your name, your
          e-mail address and your password, the last only as a salted hash that nobody can turn back. When you add a
          delivery address or a picture of you, we keep that too, until you delete it.
        </p>
        <p>
          When you order, we keep what you bought, what it cost, where it went and how it was paid. The law obliges us
          to hold on to these records. An order keeps its own copy of the address, so changing your address book does
          not change an old order.
        </p>
      </TextSection>
      <TextSection id="cookies" title="Cookies and your browser">
        <p>
          We set three cookies, and only when you sign in: one says who is signed in and cannot be read by scripts, the
          other only says that somebody is. Both end seven days after your last visit. By the third, which no script can
          read either, your account knows this browser again for a year, so that strangers who guess at your password
          cannot keep you out. There are no advertising or tracking cookies, so there is no banner to click away.
        </p>
        <p>
          Your cart, the products you looked at last and the name shown in the header are kept in your browser’s own
          storage. They stay on your device; clearing the site’s data removes them.
        </p>
      </TextSection>
      <TextSection id="payments" title="Payments">
        <p>
          You pay on the page of our payment provider. Your card number never reaches us. We receive the provider’s
          number for the payment, its amount and state, and the e-mail address that it was made with.
        </p>
      </TextSection>
      <TextSection id="sharing" title="Who else sees it">
        <p>
          The carrier gets the name, address and phone number that a parcel needs. The payment provider gets the amount
          and the number of the order. Nobody else does: we sell nothing and swap nothing. A review shows your name and
          picture beside it, to everybody.
        </p>
      </TextSection>
      <TextSection id="your-rights" title="Your rights">
        <p>
          You may see, correct and take away what we hold about you, and delete your account: all of it in{' '}
          <Link to={paths.profile} className="underline underline-offset-3">
            your profile
          </Link>
          . Deleting it erases your name, e-mail address, picture and address book; reviews stay under the name “Deleted
          user”, and orders stay as long as the law wants them. Where something is unclear, write to{' '}
          <a href={`mailto:${SHOP.email}`} className="underline underline-offset-3">
            {SHOP.email}
          </a>{' '}
          and a person answers.
        </p>
      </TextSection>
    </>
  )
}
