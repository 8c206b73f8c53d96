import { paths, UNDO_DAYS } from '@mela/contract'
import { Link } from '../../../lib/link.tsx'
import { useShop } from '../../../lib/shop.ts'
import { TextSection } from './text-section.tsx'

export const privacyUpdated = { day: '2026-11-22', text: '22 November 2026' }

/**
 * How the shop processes personal data; the Terms of Service repeat it (T012). Each sentence describes the code's
 * behaviour.
 */
export function PrivacyText() {
  const shop = useShop()
  return (
    <>
      <TextSection id="what-we-keep" title="What we keep">
        <p>
          You can look around {shop.name} without telling us who you are. When you register we keep your name, your
          email address and your password, the last only as a salted hash that nobody can turn back. When you add a
          delivery address or a picture of you, we keep that too, until you delete it. For each device that is signed in
          we keep what its browser says of itself and when it was last used, until it signs out. To keep misuse away we
          count orders, failed logins and emails by hashes of network and email addresses, for two days at the most.
        </p>
        <p>
          When you order, we keep what you bought, what it cost, where it went and how it was paid. An order keeps its
          own copy of the address, so changing your address book does not change an old order.
        </p>
      </TextSection>
      <TextSection id="cookies" title="Cookies and your browser">
        <p>
          We set three cookies, and only when you sign in: one says who is signed in and cannot be read by scripts, the
          other only says that somebody is. Both end by themselves when you stay away. By the third, which no script can
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
          You pay with PayPal. Your card number never reaches us. PayPal gets from us the number of the order, its
          products with names, quantities and prices, the sums of shipping, tax and all of it, and the name and address
          that it is delivered to; not your phone number, and not your email address. The page on which you pay loads
          PayPal’s buttons from PayPal, which sees your browser then and may set cookies of its own.
        </p>
        <p>
          From PayPal we receive its numbers for the payment and its refunds, their sums and states, and the email
          address that you paid with. Should you contest a payment there, PayPal also gets what we answer: what
          happened, the carrier and the tracking number of the parcel, and files such as a receipt. We keep that for as
          long as the order keeps your name. What PayPal does with all this, its own privacy statement says.
        </p>
      </TextSection>
      <TextSection id="sharing" title="Who else sees it">
        <p>
          The carrier gets the name, address and phone number that a parcel needs, and our emails pass through a mail
          server. Nobody else gets anything: we sell nothing and swap nothing. A review shows your name and picture
          beside it, to everybody.
        </p>
      </TextSection>
      <TextSection id="how-long" title="How long we keep it">
        <p>
          As long as you have an account, so that you can look up what you bought. When you delete it, your name, email
          address, picture and address book are erased, reviews stay under the name “Deleted user”, and orders that you
          never paid for lose name, phone number, house, street and pin code at once.
        </p>
        <p>
          Orders that were paid keep them, and the email address of the payment, until {shop.retentionYears} years after
          they were placed: for so long Indian tax law wants their records. Then they lose them by themselves, and what
          was bought, the sums, the payment’s number, the city and the state are left.
        </p>
        <p>
          When your email address is changed or your account is deleted without the password, as by a stranger at your
          device, we keep what was there for {UNDO_DAYS} days, and a link in an email to you takes it back. With the
          password it happens at once. Backups of the shop’s data hold what was erased until they are deleted
          themselves.
        </p>
      </TextSection>
      <TextSection id="your-rights" title="Your rights">
        <p>
          You may see, correct and take away what we hold about you, and delete your account: all of it in{' '}
          <Link to={paths.profile} className="wrap-anywhere underline underline-offset-3">
            your profile
          </Link>
          . Where something is unclear, write to{' '}
          <a href={`mailto:${shop.email}`} className="underline underline-offset-3">
            {shop.email}
          </a>{' '}
          and a person answers.
        </p>
      </TextSection>
    </>
  )
}
