/** The cafe as customers need to know it to collect an order. */
export interface Trader {
  name: string;
  address: string[];
  phone: string;
  email: string;
  openingHours: { readable: string[]; week: { weekday: number; opens: string; closes: string }[] };
  howToFind: string;
  whatToBring: string;
  allergenNote: string;
  /** Without it the cafe is not registered for VAT, and none is shown. */
  vatNumber?: string;
  /** The shop's origin, which starts every link. */
  origin: string;
}
