import { configure } from "@testing-library/react";

/** How long the tests wait for what is to appear: the machine may have other work, and only a failure takes so long. */
configure({ asyncUtilTimeout: 15_000 });
