import type { Person } from '#domain/staff/person.ts';
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

/** The part of the shop that the people who work at the cafe sign in to. `bind`: see server/use-cases.ts. */
export function staffUseCases(ports: SignInPorts) {
  const { staff } = ports;
  return {
    firstRunToken: firstRunToken.bind(null, ports),
    setUpOwner: setUpOwner.bind(null, ports),
    askForCode: askForCode.bind(null, ports),
    signInByCode: signInByCode.bind(null, ports),
    /** A link that signs a person in, once: `/owner/welcome?person#{token}`. @returns its token. */
    addLink: (personId: string) => addLink(ports, personId),
    signInByLink: signInByLink.bind(null, ports),
    signInByRecoveryCode: signInByRecoveryCode.bind(null, ports),

    startPasskeySignIn: startPasskeySignIn.bind(null, ports),
    signInByPasskey: signInByPasskey.bind(null, ports),
    startAddingPasskey: startAddingPasskey.bind(null, ports),
    addPasskey: addPasskey.bind(null, ports),
    passkeysOf: (personId: string) => staff.passkeysOf(personId),
    removePasskey: (id: string, personId: string) => staff.removePasskey(id, personId),

    newRecoveryCodes: newRecoveryCodes.bind(null, ports),
    recoveryCodes: (personId: string) => staff.recoveryCodes(personId),

    makeCalendarFeed: makeCalendarFeed.bind(null, ports),
    endCalendarFeed: (personId: string) => staff.endCalendarFeed(personId),
    calendarFeedMadeAt: (personId: string) => staff.calendarFeedMadeAt(personId),
    /** @param token from a URL. */
    isCalendarFeed: isCalendarFeed.bind(null, ports),

    findSession: findSession.bind(null, ports),
    sessionLasts: sessionLasts.bind(null, ports),
    devices: () => staff.devices(),
    endSession: (id: string) => staff.endSession(id),
    endAllSignIns: () => staff.endAllSignIns(),

    people: () => staff.people(),
    namesOfPeople: () => namesOfPeople(staff),
    findMember: findMember.bind(null, ports),
    invitePerson: invitePerson.bind(null, ports),
    disablePerson: disablePerson.bind(null, ports),
    setRole: setRole.bind(null, ports),
    enablePerson: (id: string) => staff.enablePerson(id),
    /** @returns false if the e-mail service has not accepted it. */
    sendTestEmail: async (person: Person) =>
      sendToPerson(ports, person, testEmail(await ports.trader())),
    maintainStaff: maintainStaff.bind(null, ports),
  };
}
