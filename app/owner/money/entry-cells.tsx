import kit from '#app/ui/kit/kit.module.css';

interface EntryCellsProps {
  what: string;
  about: string;
  amount: string;
  isOut: boolean;
}

/** What a row with an amount contains. */
export function EntryCells({ what, about, amount, isOut }: EntryCellsProps) {
  return (
    <>
      <strong>{what}</strong>
      <strong className={isOut ? `${kit.amount} ${kit.marked}` : kit.amount}>{amount}</strong>
      <span className={kit.quiet}>{about}</span>
    </>
  );
}
