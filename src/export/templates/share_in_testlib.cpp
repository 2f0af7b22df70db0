
// The share of the points that a checker of testlib's protocol gives; negative where it says nothing of points. `FULL`
// is what a full solution gets. Below 0, nobody takes a part: it is nothing. At 0, cases have different ones, and any
// point is as good as all.
static double share_in(const std::string& said) {
    double points = 0, share = 0, full = FULL < 0 ? -FULL : FULL;
    int percent = 0;
    if (std::sscanf(said.c_str(), "points %lf", &points) == 1) {
        share = points <= 0 ? 0 : points >= full ? 1 : points / full;
    } else if (std::sscanf(said.c_str(), "partially correct (%d)", &percent) == 1) {
        if (percent < 0 || percent > 100) end(3);
        share = percent / 100.0;
    } else {
        return -1;
    }
    return FULL > 0 || share >= 1 ? share : 0;
}
