import kit from '#app/ui/kit/kit.module.css';

export function CallLink({ phone }: { phone: string }) {
  return (
    <a className={kit.action} href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
      Call {phone}
    </a>
  );
}
