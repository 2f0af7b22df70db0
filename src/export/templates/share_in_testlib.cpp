
// The share of the points that a checker of testlib's protocol gives; negative where it says nothing of points. Where
// the cases have different ones, `FULL` is 0, and any point is as good as all.
static double share_in(const std::string& said) {
    double points = 0, full = FULL < 0 ? -FULL : FULL;
    int percent = 0;
    if (std::sscanf(said.c_str(), "points %lf", &points) == 1)
        return points <= 0 ? 0 : points >= full ? 1 : points / full;
    if (std::sscanf(said.c_str(), "partially correct (%d)", &percent) == 1) {
        if (percent < 0 || percent > 100) outer::end(3);
        return percent / 100.0;
    }
    return -1;
}
