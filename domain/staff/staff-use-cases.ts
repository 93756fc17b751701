import { addPasskey, signInByPasskey, startAddingPasskey, startPasskeySignIn } from './passkeys.ts';
import {
  disablePerson,
  findMember,
  invitePerson,
  isCalendarFeed,
  maintainStaff,
  makeCalendarFeed,
  namesOfPeople,
  newRecoveryCodes,
  setRole,
} from './people.ts';
import type { Person, Role } from './person.ts';
import {
  addLink,
  askForCode,
  findSession,
  firstRunToken,
  type SignInPorts,
  sendToPerson,
  sessionLasts,
  setUpOwner,
  signInByCode,
  signInByLink,
  signInByRecoveryCode,
} from './sign-in.ts';
import { testEmail } from './staff-emails.ts';

/** The part of the shop that the people who work at the cafe sign in to. */
export function staffUseCases(ports: SignInPorts) {
  const { staff } = ports;
  return {
    firstRunToken: () => firstRunToken(ports),
    setUpOwner: (typed: Parameters<typeof setUpOwner>[1], device: string) =>
      setUpOwner(ports, typed, device),
    askForCode: (email: string) => askForCode(ports, email),
    signInByCode: (token: string, typed: string, device: string) =>
      signInByCode(ports, token, typed, device),
    /** A link that signs a person in, once: `/owner/welcome?person#{token}`. @returns its token. */
    addLink: (personId: string) => addLink(ports, personId),
    signInByLink: (token: string, device: string) => signInByLink(ports, token, device),
    signInByRecoveryCode: (typed: string, device: string) =>
      signInByRecoveryCode(ports, typed, device),

    startPasskeySignIn: () => startPasskeySignIn(ports),
    signInByPasskey: (response: unknown, device: string) =>
      signInByPasskey(ports, response, device),
    startAddingPasskey: (person: Person) => startAddingPasskey(ports, person),
    addPasskey: (person: Person, response: unknown, device: string) =>
      addPasskey(ports, person, response, device),
    passkeysOf: (personId: string) => staff.passkeysOf(personId),
    removePasskey: (id: string, personId: string) => staff.removePasskey(id, personId),

    newRecoveryCodes: (personId: string, set: string) => newRecoveryCodes(ports, personId, set),
    recoveryCodes: (personId: string) => staff.recoveryCodes(personId),

    makeCalendarFeed: (personId: string) => makeCalendarFeed(ports, personId),
    endCalendarFeed: (personId: string) => staff.endCalendarFeed(personId),
    calendarFeedMadeAt: (personId: string) => staff.calendarFeedMadeAt(personId),
    /** @param token from a URL. */
    isCalendarFeed: (token: string) => isCalendarFeed(ports, token),

    findSession: (token: string) => findSession(ports, token),
    sessionLasts: (token: string) => sessionLasts(ports, token),
    devices: () => staff.devices(),
    endSession: (id: string) => staff.endSession(id),
    endAllSignIns: () => staff.endAllSignIns(),

    people: () => staff.people(),
    namesOfPeople: () => namesOfPeople(staff),
    findMember: (email: string) => findMember(ports, email),
    invitePerson: (typed: Parameters<typeof invitePerson>[1]) => invitePerson(ports, typed),
    disablePerson: (id: string) => disablePerson(ports, id),
    setRole: (id: string, role: Role) => setRole(ports, id, role),
    enablePerson: (id: string) => staff.enablePerson(id),
    /** @returns false if the e-mail service has not accepted it. */
    sendTestEmail: async (person: Person) =>
      sendToPerson(ports, person, testEmail(await ports.trader())),
    maintainStaff: (retentionDays: number) => maintainStaff(ports, retentionDays),
  };
}
